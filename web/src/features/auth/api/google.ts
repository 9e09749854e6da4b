import type { Auth, GoogleAuthProvider, UserCredential } from 'firebase/auth';
import type { FirebaseWebConfig, User } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { codeOf } from '../code-of';
import { withSecondStep } from './second-step';

/** Set while the browser is at Google, so that only the returning page loads the library. */
const STORAGE_AWAY = 'inkling_google_redirect';

interface Google {
  auth: Auth;
  provider: GoogleAuthProvider;
  library: typeof import('firebase/auth');
}

let loading: Promise<Google> | null = null;

/** Firebase's sign-in, loaded on first use; a failed load can be repeated. */
function load(config: FirebaseWebConfig): Promise<Google> {
  loading ??= (async () => {
    const [{ initializeApp }, library] = await Promise.all([import('firebase/app'), import('firebase/auth')]);
    const auth = library.initializeAuth(initializeApp(config), {
      // The server keeps the session, so Google's state need not persist.
      persistence: library.browserSessionPersistence,
      popupRedirectResolver: library.browserPopupRedirectResolver,
    });
    const provider = new library.GoogleAuthProvider();
    provider.addScope('profile');
    provider.addScope('email');
    provider.setCustomParameters({ prompt: 'select_account' });
    return { auth, provider, library };
  })().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Loads the library on hover, so that the pop-up opens within the press. */
export const prepareGoogle = (config: FirebaseWebConfig): void => void load(config).catch(() => undefined);

async function signInWith({ user }: UserCredential): Promise<User> {
  const idToken = await user.getIdToken();
  const google = user.providerData.find(({ providerId }) => providerId === 'google.com');
  // A new account may need it, also after a redirect, which comes back to the same address.
  const invitation = new URLSearchParams(location.search).get('invitation');
  // Of the rest, the server reads the token alone.
  const body = {
    idToken,
    googleId: google?.uid ?? user.uid,
    name: user.displayName,
    email: user.email,
    profilePicture: user.photoURL,
    ...(invitation && { invitation }),
  };
  return withSecondStep(call(routes.google, { body }));
}

/**
 * Signs in with Google in a pop-up that always asks for the account. When the browser blocks the pop-up, an alert
 * explains it and a redirect follows.
 * @returns the user, or null when the person closed the pop-up or the page goes to Google
 */
export async function signInWithGoogle(config: FirebaseWebConfig): Promise<User | null> {
  const { auth, provider, library } = await load(config);
  try {
    return await signInWith(await library.signInWithPopup(auth, provider));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'auth/popup-closed-by-user' || code === 'auth/cancelled-popup-request') return null;
    if (code !== 'auth/popup-blocked') throw error;
  }
  window.alert(t('auth.popupBlocked'));
  sessionStorage.setItem(STORAGE_AWAY, '1');
  await library.signInWithRedirect(auth, provider);
  return null;
}

/** Whether this page is the return from Google. */
export function isBackFromGoogle(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_AWAY) !== null;
  } catch {
    return false;
  }
}

/** The user of a redirect sign-in, or null when there was none; works once. */
export async function redirectedUser(config: FirebaseWebConfig): Promise<User | null> {
  if (!isBackFromGoogle()) return null;
  sessionStorage.removeItem(STORAGE_AWAY);
  const { auth, library } = await load(config);
  const credential = await library.getRedirectResult(auth);
  return credential ? signInWith(credential) : null;
}

/** Signs out at the provider as well; does nothing where the library was never loaded. */
export async function signOutOfGoogle(): Promise<void> {
  if (!loading) return;
  const { auth, library } = await loading;
  await library.signOut(auth);
}
