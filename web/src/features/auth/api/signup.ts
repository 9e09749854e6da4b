import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignupBody, User } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { askForFirebase } from '../../../lib/server-config';
import { codeOf } from '../code-of';
import { loginHere } from './login';

/**
 * The email is taken and the password is not its own; `loginCode` is why the login that was tried failed (spec 4, Auth
 * form).
 */
export class EmailInUse extends Error {
  constructor(readonly loginCode: string) {
    super('email already in use');
  }
}

/** `created` is false when the account existed and its password was right: that is then a login. */
export interface SignupResult {
  user: User;
  created: boolean;
}

/** The email has no password here, as far as can be told: it may belong to Google. */
const WITHOUT_PASSWORD = ['auth/invalid-credential', 'auth/user-not-found'];

/**
 * The email is taken: tries to log in with the same credentials. Throws {@link EmailInUse} where they are not right.
 */
export async function loginInstead(login: () => Promise<User>): Promise<SignupResult> {
  try {
    return { user: await login(), created: false };
  } catch (error) {
    const code = codeOf(error);
    if (WITHOUT_PASSWORD.includes(code)) throw new EmailInUse('auth/invalid-credential');
    if (code === 'auth/wrong-password') throw new EmailInUse(code);
    throw error;
  }
}

/** Creates an account whose password this server keeps. */
export async function signupHere(body: SignupBody): Promise<SignupResult> {
  try {
    return { user: await call(routes.signup, { body }), created: true };
  } catch (error) {
    if (codeOf(error) !== 'auth/email-already-in-use') throw error;
  }
  return loginInstead(() => loginHere(body));
}

/** Creates an account, through Firebase where it is set up; with an email in use it first tries to log in (spec 4). */
export function useSignup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SignupBody) => {
      const firebase = await askForFirebase(client);
      if (!firebase) return signupHere(body);
      const { signupWithFirebase } = await import('./firebase-email');
      return signupWithFirebase(firebase, body);
    },
  });
}
