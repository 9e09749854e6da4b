import { useQueryClient } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { unmute } from '../../../components/person-menu/protection';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import '../../../components/person-menu/strings';
import styles from './muted-note.module.css';

/** Above the polls of somebody whom the viewer has muted. */
export default function MutedNote({ user }: { user: Author }) {
  const client = useQueryClient();
  return (
    <p className={styles.root}>
      <span>{t('protection.mutedByYou', { name: user.name })}</span>
      <Button variant="line" size="s" onClick={() => void unmute(client, user)}>
        {t('protection.undoMute')}
      </Button>
    </p>
  );
}
