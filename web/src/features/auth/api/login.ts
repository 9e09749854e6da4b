import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoginBody, User } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { askForFirebase } from '../../../lib/server-config';
import { withSecondStep } from './second-step';

/** Logs in with a password that this server keeps. */
export const loginHere = (body: LoginBody): Promise<User> => withSecondStep(call(routes.login, { body }));

/** Logs in with email and password, through Firebase where it is set up; fails with the provider's codes. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: LoginBody) => {
      const firebase = await askForFirebase(client);
      if (!firebase) return loginHere(body);
      const { loginWithFirebase } = await import('./firebase-email');
      return loginWithFirebase(firebase, body);
    },
  });
}
