import { useMutation } from '@tanstack/react-query';
import type { ContactBody } from '@inkling/contracts';
import { call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import '../strings';

/**
 * `POST /api/contact`. What became of the message is said here, since its form may have been left (spec 8,
 * Notifications and contact).
 */
export const useContact = () =>
  useMutation({
    mutationFn: (body: ContactBody) => call(routes.contact, { body }),
    onSuccess: () => toast({ title: t('help.sent'), description: t('help.sentText') }),
    onError: (error) =>
      toast({ title: t('help.notSent'), description: messageOf(error, t('help.unexpected')), variant: 'destructive' }),
  });
