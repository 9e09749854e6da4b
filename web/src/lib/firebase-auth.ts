import { initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth';
import type { FirebaseWebConfig } from '@inkling/contracts';

let opened: Auth | null = null;

/**
 * Firebase's sign-in by email; import this file on demand, since it brings the library. It is a separate Firebase app:
 * Google's loads frames and scripts on phones, which email need not wait for.
 */
export function openFirebase({ authEmulatorHost, ...config }: FirebaseWebConfig): Auth {
  if (opened) return opened;
  // The server keeps the session, so Firebase's state need not persist.
  opened = initializeAuth(initializeApp(config, 'email'), { persistence: inMemoryPersistence });
  if (authEmulatorHost) connectAuthEmulator(opened, `http://${authEmulatorHost}`, { disableWarnings: true });
  return opened;
}

/** Whether Firebase accepts these credentials; false as well when it cannot check. */
export const isPasswordAtFirebase = (config: FirebaseWebConfig, email: string, password: string): Promise<boolean> =>
  signInWithEmailAndPassword(openFirebase(config), email, password).then(
    () => true,
    () => false,
  );
