import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { BodyOf, ServerConfig, User } from '@inkling/contracts';
import { ProofDeclined, useProof } from '../../../components/proof/with-proof';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { firebaseOf, SERVER_CONFIG } from '../../../lib/server-config';
import { ME } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import '../strings';
import { useRefreshSessions } from './sessions';

interface PasswordChange {
  body: BodyOf<'changePassword'>;
  /** Whether the form is still shown; it then reports a wrong current password itself. */
  isShown: () => boolean;
}

/** Whether a change of the password failed because the current one was wrong. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'auth/wrong-password';

/** The sentence for a failed change of the password. */
export const passwordFailure = (error: unknown): string =>
  isWrongPassword(error) ? t('settings.wrongPassword') : messageOf(error, t('session.tryAgain'));

const post = (body: PasswordChange['body']) => call(routes.changePassword, { body });

/** Whether this is the account's password at Firebase: the server then has none, and expects none. */
async function isAtFirebase(client: QueryClient, password: string | undefined): Promise<boolean> {
  const firebase = firebaseOf(client.getQueryData<ServerConfig>(SERVER_CONFIG));
  const email = client.getQueryData<User>(ME)?.email;
  if (!firebase || !email || !password) return false;
  const { isPasswordAtFirebase } = await import('../../../lib/firebase-auth');
  return isPasswordAtFirebase(firebase, email, password);
}

/**
 * Changes the password and ends every other session. The outcome is announced here and not in the form, which may have
 * been left.
 */
export function useChangePassword() {
  const refreshSessions = useRefreshSessions();
  const client = useQueryClient();
  const prove = useProof();
  return useMutation({
    mutationFn: async ({ body }: PasswordChange) => {
      try {
        // The first password of an account needs a proof, since there is none to enter.
        return await prove(() => post(body));
      } catch (error) {
        if (!isWrongPassword(error) || !(await isAtFirebase(client, body.currentPassword))) throw error;
      }
      return prove(() => post({ newPassword: body.newPassword }));
    },
    onSuccess: () => {
      toast({ title: t('settings.changed'), description: t('settings.changedText') });
      refreshSessions();
    },
    onError: (error, { isShown }) => {
      if (error instanceof ProofDeclined) return;
      if (isWrongPassword(error) && isShown()) return;
      toast({ title: t('settings.changeFailed'), description: passwordFailure(error), variant: 'destructive' });
    },
  });
}
