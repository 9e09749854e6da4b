import { messageOf } from './api';
import { t } from './i18n';
import { toast } from './toast';

/** Says what failed, with the server's reason, else that one may try again. */
export const toastFailure = (title: string, error: unknown): void =>
  toast({ title, description: messageOf(error, t('session.tryAgain')), variant: 'destructive' });
