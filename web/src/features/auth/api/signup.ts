import type { QueryClient } from '@tanstack/react-query';
import type { SignupBody, User } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { sendWithWork } from '../../../lib/proof-of-work/prepared-work';
import { askForFirebase } from '../../../lib/server-config';
import { codeOf } from '../code-of';
import { loginHere } from './login';

/** The email is taken and the password does not match; `loginCode` is the failure of the login that was tried. */
export class EmailInUse extends Error {
  constructor(readonly loginCode: string) {
    super('email already in use');
  }
}

/** `created` is false when the account existed and its password matched, which makes it a login. */
export interface SignupResult {
  user: User;
  created: boolean;
}

/** As far as can be known the account has no password: it may belong to Google. */
const WITHOUT_PASSWORD = ['auth/invalid-credential', 'auth/user-not-found'];

/** The email is taken: tries to log in with the same credentials. @throws EmailInUse when they do not match */
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
    const send = (proofOfWork?: string) => call(routes.signup, { body: { ...body, proofOfWork } });
    return { user: await sendWithWork('sign-up', send), created: true };
  } catch (error) {
    if (codeOf(error) !== 'auth/email-already-in-use') throw error;
  }
  return loginInstead(() => loginHere(body));
}

/** Creates an account, through Firebase where it is set up; when the email is in use, tries to log in first. */
export async function signUp(client: QueryClient, body: SignupBody): Promise<SignupResult> {
  const firebase = await askForFirebase(client);
  if (!firebase) return signupHere(body);
  const { signupWithFirebase } = await import('./firebase-email');
  return signupWithFirebase(firebase, body);
}
