import { useSendVerification } from '../../../components/confirm-email/send-verification';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';

/** The user's address, and the link that confirms it. */
export function EmailState() {
  const { user } = useSession();
  const { send, sending } = useSendVerification();
  if (!user) return null;
  return (
    <div className="set">
      <div>
        <b>{t('settings.email')}</b>
        <p className="fine">
          <bdi>{user.email}</bdi> · {t(user.emailVerified ? 'settings.verified' : 'settings.notVerified')}
        </p>
      </div>
      {!user.emailVerified && (
        <Button size="s" variant="line" disabled={sending} onClick={() => send(user.email)}>
          {t(sending ? 'confirmEmail.sending' : 'confirmEmail.send')}
        </Button>
      )}
    </div>
  );
}
