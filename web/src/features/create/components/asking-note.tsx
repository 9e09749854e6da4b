import type { AskingRefusal } from '@inkling/contracts/asking';
import { useSendVerification } from '../../../components/confirm-email/send-verification';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { useSession } from '../../../lib/session';
import styles from './asking-note.module.css';
import '../strings';

const moment = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

/** When the person can ask: `November 30, 2026 at 9:12 AM`. */
export const askingMoment = (from: string): string => moment(new Date(from));

function ConfirmEmail() {
  const { user } = useSession();
  const { send, sending } = useSendVerification();
  if (!user) return null;
  return (
    <Button size="s" variant="line" disabled={sending} aria-busy={sending} onClick={() => send(user.email)}>
      {t(sending ? 'confirmEmail.sending' : 'confirmEmail.send')}
    </Button>
  );
}

/** Says beforehand why the person cannot ask polls yet, and what changes that. */
export function AskingNote({ refusal }: { refusal: AskingRefusal }) {
  const byAge = refusal.code === 'ask-needs-age';
  return (
    <div className={styles.root} role="note">
      <Icon name={byAge ? 'clock' : 'alert'} size="m" />
      <div className={styles.words}>
        <b>{byAge ? t('create.tooNew', { when: askingMoment(refusal.from) }) : t('create.unconfirmed')}</b>
        <p>{t(byAge ? 'create.tooNewText' : 'create.unconfirmedText')}</p>
      </div>
      {!byAge && <ConfirmEmail />}
    </div>
  );
}
