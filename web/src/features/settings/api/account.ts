import { useMutation } from '@tanstack/react-query';
import type { ChangePasswordBody } from '@inkling/contracts';
import type { infer as Infer } from 'zod';
import { api, ApiFailure, messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import '../strings';
import { useRefreshSessions } from './sessions';

interface PasswordChange {
  body: Infer<typeof ChangePasswordBody>;
  /** Whether the form is still there, whose field tells of a wrong current password. */
  isShown: () => boolean;
}

/** Whether a change of the password failed for the current one. */
export const isWrongPassword = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'auth/wrong-password';

/** What a failed change of the password is told as. */
export const passwordFailure = (error: unknown): string =>
  isWrongPassword(error) ? t('settings.wrongPassword') : messageOf(error, t('session.tryAgain'));

/** Changes the password; every other session ends. What became of it is said here, since its form may have been left. */
export function useChangePassword() {
  const refreshSessions = useRefreshSessions();
  return useMutation({
    mutationFn: ({ body }: PasswordChange) => api.post('/api/auth/change-password', body),
    onSuccess: () => {
      toast({ title: t('settings.changed'), description: t('settings.changedText') });
      refreshSessions();
    },
    onError: (error, { isShown }) => {
      if (isWrongPassword(error) && isShown()) return;
      toast({ title: t('settings.changeFailed'), description: passwordFailure(error), variant: 'destructive' });
    },
  });
}
