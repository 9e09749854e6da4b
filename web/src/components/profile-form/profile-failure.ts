import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import type { ToastMessage } from '../../lib/toast';
import './strings';

/** Whether the username is already taken. */
export const isUsernameTaken = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'username-taken';

/**
 * The message for a profile that could not be saved.
 * @param title for failures without a title of their own
 * @param fallback sentence where the server gives none
 */
export function profileFailure(error: unknown, title: string, fallback: string): ToastMessage {
  const failure = error instanceof ApiFailure ? error : null;
  const variant = 'destructive';
  if (failure?.status === 0)
    return { title: t('profileForm.connection'), description: messageOf(failure, fallback), variant };
  if (failure?.status === 401)
    return { title: t('profileForm.authIssue'), description: t('profileForm.authIssueText'), variant };
  if (isUsernameTaken(error))
    return { title: t('profileForm.takenTitle'), description: t('profileForm.takenText'), variant };
  return { title, description: messageOf(error, fallback), variant };
}
