import { useEffect } from 'react';
import { t } from '../../lib/i18n';
import { closeConfirmEmail } from '../../lib/confirm-email';
import { useSession } from '../../lib/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useSendVerification } from './send-verification';
import styles from './confirm-email.module.css';

/** Explains why a vote did not count, and mails the link again. It closes once the address is confirmed. */
export default function ConfirmEmailWindow({ open }: { open: boolean }) {
  const { user } = useSession();
  const { send, sending } = useSendVerification();
  const confirmed = user?.emailVerified === true;
  useEffect(() => {
    if (confirmed) closeConfirmEmail();
  }, [confirmed]);
  if (!user) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={closeConfirmEmail}
      title={t('confirmEmail.title')}
      description={t('confirmEmail.text', { email: user.email })}
    >
      <div className={styles.root}>
        <Button size="l" block disabled={sending} aria-busy={sending} onClick={() => send(user.email)}>
          {t(sending ? 'confirmEmail.sending' : 'confirmEmail.sendAgain')}
        </Button>
        <Button size="l" variant="line" block onClick={closeConfirmEmail}>
          {t('confirmEmail.later')}
        </Button>
      </div>
    </Dialog>
  );
}
