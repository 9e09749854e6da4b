import { useMutation } from '@tanstack/react-query';
import type { SignupBody, User } from '@inkling/contracts';
import { api, ApiFailure } from '../../../lib/api';
import { login } from './login';

/** The email is taken and the password is not its own; `loginCode` is why the login that was tried failed (spec 4, Auth form). */
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

async function signup(body: SignupBody): Promise<SignupResult> {
  try {
    return { user: await api.post<User>('/api/auth/signup', body), created: true };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'auth/email-already-in-use') throw error;
  }
  try {
    return { user: await login(body), created: false };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) throw new EmailInUse(error.code);
    throw error;
  }
}

/** Creates an account; with an email already in use it first tries to log in with the same credentials (spec 4). */
export const useSignup = () => useMutation({ mutationFn: signup });
