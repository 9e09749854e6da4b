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
 * Firebase's sign-in by email; import this file only when it is needed, as it brings the library. It is an application
 * of its own: Google's loads frames and scripts on phones, which email does not wait for.
 */
export function openFirebase({ authEmulatorHost, ...config }: FirebaseWebConfig): Auth {
  if (opened) return opened;
  // The session is the server's own; nothing of Firebase's has to stay.
  opened = initializeAuth(initializeApp(config, 'email'), { persistence: inMemoryPersistence });
  if (authEmulatorHost) connectAuthEmulator(opened, `http://${authEmulatorHost}`, { disableWarnings: true });
  return opened;
}

/** Whether Firebase lets these credentials in; false as well where it cannot say. */
export const isPasswordAtFirebase = (config: FirebaseWebConfig, email: string, password: string): Promise<boolean> =>
  signInWithEmailAndPassword(openFirebase(config), email, password).then(
    () => true,
    () => false,
  );
