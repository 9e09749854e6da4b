import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import type { ToastMessage } from '../../lib/toast';
import './strings';

/** A failure that is the taken username's fault. */
export const isUsernameTaken = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'username-taken';

/**
 * What to say when a profile could not be saved (spec 8, Profile and social).
 * @param title of failures without words of their own
 * @param fallback sentence where the server has none
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
