import type { FirebaseWebConfig } from '@inkling/contracts';

export interface PolicyOptions {
  readonly https: boolean;
  /**
   * Set when people can sign in through Firebase, where Google's library loads a script, shows a frame of the project,
   * and asks two hosts.
   */
  readonly firebase?: FirebaseWebConfig | undefined;
}

const GOOGLE_SCRIPTS = 'https://apis.google.com';
const GOOGLE_ACCOUNTS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
/** Where a browser registers for FCM; only with its key do pages ever go there. */
const GOOGLE_MESSAGING = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];

/**
 * Directives of the pages' content security policy: nothing from elsewhere, but for what sign-in with Google needs
 * where it is set up.
 */
export function contentPolicy({ https, firebase }: PolicyOptions): Record<string, string[]> {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...(firebase ? [GOOGLE_SCRIPTS] : [])],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: [
      "'self'",
      ...(firebase ? GOOGLE_ACCOUNTS : []),
      ...(firebase?.vapidKey ? GOOGLE_MESSAGING : []),
      ...(firebase?.authEmulatorHost ? [`http://${firebase.authEmulatorHost}`] : []),
    ],
    ...(firebase ? { frameSrc: [`https://${firebase.authDomain}`] } : {}),
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    ...(https ? { upgradeInsecureRequests: [] } : {}),
  };
}
