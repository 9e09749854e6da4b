import {
  createUserWithEmailAndPassword,
  deleteUser,
  signInWithEmailAndPassword,
  type User as FirebaseUser,
} from 'firebase/auth';
import type { FirebaseWebConfig, LoginBody, SignupBody, User } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { openFirebase } from '../../../lib/firebase-auth';
import { codeOf } from '../code-of';
import { loginHere } from './login';
import { withSecondStep } from './second-step';
import { loginInstead, signupHere, type SignupResult } from './signup';

type Ticket = Pick<SignupBody, 'invitation' | 'answer'>;

/** The Firebase project has no sign-in by email: this server keeps the passwords. */
const NOT_OFFERED = ['auth/operation-not-allowed', 'auth/configuration-not-found'];
/** Firebase rejects these credentials or cannot check them; this server may keep the password. */
const MAYBE_HERE = [
  ...NOT_OFFERED,
  'auth/user-not-found',
  'auth/invalid-credential',
  'auth/wrong-password',
  'auth/network-request-failed',
];
/** This server's codes that say nothing about a password kept at Firebase. */
const NO_PASSWORD_HERE = ['auth/user-not-found', 'auth/invalid-credential'];
/** Firebase's codes that tell the person more than those. */
const TELLING = ['auth/wrong-password', 'auth/network-request-failed'];

/** Opens a session at this server with Firebase's token. */
async function enter(user: FirebaseUser, name: string | null = null, ticket: Ticket = {}): Promise<User> {
  // The server reads the token alone.
  const body = {
    idToken: await user.getIdToken(),
    uid: user.uid,
    name: name ?? user.displayName,
    email: user.email,
    profilePicture: user.photoURL,
    authProvider: 'email',
    ...ticket,
  };
  return withSecondStep(call(routes.emailToken, { body }));
}

/** Logs in with a password kept here after Firebase has refused; throws the more informative failure. */
async function loginHereInstead(refusal: unknown, body: LoginBody): Promise<User> {
  try {
    return await loginHere(body);
  } catch (error) {
    throw TELLING.includes(codeOf(refusal)) && NO_PASSWORD_HERE.includes(codeOf(error)) ? refusal : error;
  }
}

/** Logs in at Firebase and then here with its token, or with the password where this server keeps it. */
export async function loginWithFirebase(config: FirebaseWebConfig, { email, password }: LoginBody): Promise<User> {
  let user: FirebaseUser;
  try {
    ({ user } = await signInWithEmailAndPassword(openFirebase(config), email, password));
  } catch (error) {
    if (!MAYBE_HERE.includes(codeOf(error))) throw error;
    return loginHereInstead(error, { email, password });
  }
  try {
    return await enter(user);
  } catch (error) {
    // The account exists and does not accept this token: this server keeps its password.
    if (codeOf(error) !== 'auth/email-already-in-use') throw error;
    return loginHere({ email, password });
  }
}

/** Registers at Firebase and creates the account here. @throws EmailInUse when the email is taken */
export async function signupWithFirebase(config: FirebaseWebConfig, body: SignupBody): Promise<SignupResult> {
  const { email, password, name, invitation, answer } = body;
  let user: FirebaseUser;
  try {
    ({ user } = await createUserWithEmailAndPassword(openFirebase(config), email, password));
  } catch (error) {
    const code = codeOf(error);
    if (NOT_OFFERED.includes(code)) return signupHere(body);
    if (code !== 'auth/email-already-in-use') throw error;
    return loginInstead(() => loginWithFirebase(config, { email, password }));
  }
  try {
    return { user: await enter(user, name, { invitation, answer }), created: true };
  } catch (error) {
    // After any other failure the next try finds the user at Firebase and continues there.
    if (codeOf(error) !== 'auth/email-already-in-use') throw error;
  }
  // The new user at Firebase would only be a second password.
  await deleteUser(user).catch(() => undefined);
  return loginInstead(() => loginHere({ email, password }));
}
