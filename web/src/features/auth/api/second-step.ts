import type { User } from '@inkling/contracts';
import type { ApiFailure } from '../../../lib/api';
import { codeOf } from '../code-of';

/** Finishes a sign-in: where the account has one-time codes, asks for one. The code for that loads only then. */
export const withSecondStep = (signIn: Promise<User>): Promise<User> =>
  signIn.catch(async (error: unknown) => {
    if (codeOf(error) !== 'auth/code-needed') throw error;
    return (await import('../second-step/ask-for-code')).askForCode(error as ApiFailure);
  });
