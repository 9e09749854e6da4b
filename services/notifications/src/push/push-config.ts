import { z } from 'zod';

/** Push services of the browsers; nothing else is ever connected to for a subscription. */
const KNOWN_PUSH_HOSTS =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com';

/** Environment of push. Both ways of delivery are off until their keys are there. */
export const PushConfig = z.object({
  /** FCM: the service account's JSON, or the path of a file with it. */
  FIREBASE_SERVICE_ACCOUNT: z.string().optional(),
  /** FCM with Google's application default credentials: the project, and one of the next two. */
  FIREBASE_PROJECT_ID: z.string().optional(),
  /** Path of a credentials file, as Google's own libraries read it. */
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  /** True on Google's own infrastructure, where the credentials come from the machine. */
  FCM_APPLICATION_DEFAULT: z.stringbool().default(false),
  /** Web Push: a VAPID key pair (`npx web-push generate-vapid-keys`), base64url. */
  WEB_PUSH_PUBLIC_KEY: z.string().optional(),
  WEB_PUSH_PRIVATE_KEY: z.string().optional(),
  /** Whom a push service can write to: `mailto:` or `https:`. */
  WEB_PUSH_CONTACT: z.string().optional(),
  /**
   * Hosts that a subscription may name, separated by commas: a host, or `*.` and a domain. Always https on its usual
   * port, except for an entry that is a loopback origin, such as `http://127.0.0.1:9000`, which is for tests.
   */
  WEB_PUSH_HOSTS: z.string().default(KNOWN_PUSH_HOSTS),
  /** Pushes to one user in any hour; what goes beyond is in the list of notices only. */
  PUSH_PER_USER_PER_HOUR: z.coerce.number().int().min(1).default(20),
  /** Between two pushes of one topic (kind and object) to one user; what comes in between is one push. */
  PUSH_MIN_INTERVAL_MS: z.coerce.number().int().min(0).max(3_600_000).default(30_000),
  /** Before the second attempt; doubles with each, up to an hour. */
  PUSH_RETRY_MS: z.coerce.number().int().min(1).default(5_000),
  /** Where the web application is; links of pushes lead there. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
});
export type PushConfig = z.infer<typeof PushConfig>;
