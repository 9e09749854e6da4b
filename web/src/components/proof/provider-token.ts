import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithEmailAndPassword,
  signInWithPopup,
} from 'firebase/auth';
import type { FirebaseWebConfig } from '@inkling/contracts';
import { openFirebase } from '../../lib/firebase-auth';

// Import this file on demand: it brings Firebase's library.

/** The token of a new sign-in with Google, in a pop-up. Throws Firebase's errors. */
export async function googleToken(config: FirebaseWebConfig): Promise<string> {
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ prompt: 'select_account' });
  const { user } = await signInWithPopup(openFirebase(config), google, browserPopupRedirectResolver);
  return user.getIdToken();
}

/** The token of a new sign-in with the password that Firebase keeps. Throws Firebase's errors. */
export async function passwordToken(config: FirebaseWebConfig, email: string, password: string): Promise<string> {
  const { user } = await signInWithEmailAndPassword(openFirebase(config), email, password);
  return user.getIdToken();
}
