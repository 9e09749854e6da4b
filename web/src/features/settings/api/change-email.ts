import { useMutation } from '@tanstack/react-query';
import { useProof } from '../../../components/proof/with-proof';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';

/** Mails a link to a new address; the address changes when the link is confirmed. */
export function useChangeEmail() {
  const prove = useProof();
  return useMutation({
    mutationFn: (email: string) => prove(() => call(routes.requestEmailChange, { body: { email } })),
    onSuccess: (_answer, email) =>
      toast({ title: t('changeEmail.sent'), description: t('changeEmail.sentText', { email }) }),
  });
}
