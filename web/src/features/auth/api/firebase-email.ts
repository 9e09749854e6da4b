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
import { loginInstead, signupHere, type SignupResult } from './signup';

/** The project has no sign-in by email: this server keeps the passwords. */
const NOT_OFFERED = ['auth/operation-not-allowed', 'auth/configuration-not-found'];
/** Firebase does not let these credentials in, or cannot say; the account may have its password here. */
const MAYBE_HERE = [
  ...NOT_OFFERED,
  'auth/user-not-found',
  'auth/invalid-credential',
  'auth/wrong-password',
  'auth/network-request-failed',
];
/** This server's answers that say nothing about a password which Firebase keeps. */
const NO_PASSWORD_HERE = ['auth/user-not-found', 'auth/invalid-credential'];
/** Of Firebase's refusals those that say more than such an answer. */
const TELLING = ['auth/wrong-password', 'auth/network-request-failed'];

/** Opens a session of this server with the token of Firebase. */
async function enter(user: FirebaseUser, name: string | null = null): Promise<User> {
  // The server reads the token alone.
  const body = {
    idToken: await user.getIdToken(),
    uid: user.uid,
    name: name ?? user.displayName,
    email: user.email,
    profilePicture: user.photoURL,
    authProvider: 'email',
  };
  return call(routes.emailToken, { body });
}

/** Logs in with a password kept here, after Firebase has refused; throws whichever failure says more. */
async function loginHereInstead(refusal: unknown, body: LoginBody): Promise<User> {
  try {
    return await loginHere(body);
  } catch (error) {
    throw TELLING.includes(codeOf(refusal)) && NO_PASSWORD_HERE.includes(codeOf(error)) ? refusal : error;
  }
}

/** Logs in at Firebase and with its token here. An account whose password is kept here logs in with that. */
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
    // The account has the email and does not take this token: its password is kept here.
    if (codeOf(error) !== 'auth/email-already-in-use') throw error;
    return loginHere({ email, password });
  }
}

/** Registers at Firebase and makes the account here; throws `EmailInUse` where the email is taken. */
export async function signupWithFirebase(config: FirebaseWebConfig, body: SignupBody): Promise<SignupResult> {
  const { email, password, name } = body;
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
    return { user: await enter(user, name), created: true };
  } catch (error) {
    // After any other failure the next try finds the user at Firebase and goes on from there.
    if (codeOf(error) !== 'auth/email-already-in-use') throw error;
  }
  // What this try has left at Firebase would only be a second password.
  await deleteUser(user).catch(() => undefined);
  return loginInstead(() => loginHere({ email, password }));
}
