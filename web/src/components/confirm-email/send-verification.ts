import { useMutation } from '@tanstack/react-query';
import { call, messageOf, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { useServerConfig } from '../../lib/server-config';
import { toast } from '../../lib/toast';
import './strings';

/** Mails the link that confirms the user's address, and says where to look for it. */
export function useSendVerification() {
  const config = useServerConfig();
  const { mutate, isPending } = useMutation({
    mutationFn: (_email: string) => call(routes.sendVerification),
    onSuccess: (_answer, email) => {
      const unmailed = config?.features.mail === false && config.environment === 'development';
      const description = unmailed ? t('account.noMail') : t('confirmEmail.sentText', { email });
      toast({ title: t('confirmEmail.sent'), description });
    },
    onError: (error) => {
      const description = messageOf(error, t('session.tryAgain'));
      toast({ title: t('confirmEmail.sendFailed'), description, variant: 'destructive' });
    },
  });
  return { send: mutate, sending: isPending };
}
