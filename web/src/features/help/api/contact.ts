import { useMutation } from '@tanstack/react-query';
import type { ContactBody } from '@inkling/contracts';
import { call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { sendWithWork } from '../../../lib/proof-of-work/prepared-work';
import { toast } from '../../../lib/toast';
import '../strings';

/** `POST /api/contact`. The outcome is announced here and not in the form, which may have been left. */
export const useContact = () =>
  useMutation({
    mutationFn: (body: ContactBody) =>
      sendWithWork('contact', (proofOfWork) => call(routes.contact, { body: { ...body, proofOfWork } })),
    onSuccess: () => toast({ title: t('help.sent'), description: t('help.sentText') }),
    onError: (error) =>
      toast({ title: t('help.notSent'), description: messageOf(error, t('help.unexpected')), variant: 'destructive' }),
  });
