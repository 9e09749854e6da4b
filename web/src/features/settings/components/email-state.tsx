import { Button } from '../../../components/ui/button';
import { messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { useServerConfig } from '../../../lib/server-config';
import { useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { useSendVerification } from '../api/account';

/** One's address, and the link that confirms it. */
export function EmailState() {
  const { user } = useSession();
  const config = useServerConfig();
  const send = useSendVerification();
  if (!user) return null;
  const request = () =>
    send.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: t('settings.resent'),
          description: config?.features.mail === false && config.environment === 'development' ? t('account.noMail') : t('settings.resentText', { email: user.email }),
        }),
      onError: (error) => toast({ title: t('settings.resendFailed'), description: messageOf(error, t('session.tryAgain')), variant: 'destructive' }),
    });
  return (
    <div className="set">
      <div>
        <b>{t('settings.email')}</b>
        <p className="fine">
          <bdi>{user.email}</bdi> · {t(user.emailVerified ? 'settings.verified' : 'settings.notVerified')}
        </p>
      </div>
      {!user.emailVerified && (
        <Button size="s" variant="line" disabled={send.isPending} onClick={request}>
          {t(send.isPending ? 'settings.resending' : 'settings.resend')}
        </Button>
      )}
    </div>
  );
}
