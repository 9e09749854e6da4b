import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { unblock } from '../../../components/person-menu/protection';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import '../../../components/person-menu/strings';
import styles from './blocked-profile.module.css';

/** Somebody whom the viewer has blocked: the name, and the way back. */
export default function BlockedProfile({ user }: { user: Author }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { name } = user;
  const takeBack = async () => {
    setBusy(true);
    await unblock(client, user);
    setBusy(false);
  };
  return (
    <section className={styles.root}>
      <Avatar user={user} size={72} />
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="muted">{t('protection.blockedByYou', { name })}</p>
      <Button variant="line" aria-disabled={busy} onClick={() => void (busy || takeBack())}>
        {t(busy ? 'protection.working' : 'protection.undoBlock')}
      </Button>
    </section>
  );
}
