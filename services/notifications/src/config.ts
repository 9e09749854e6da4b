import { z } from 'zod';
import { ProofOfWorkConfig } from '@inkling/platform';

/** Push services of the browsers; subscriptions that name any other host are refused. */
const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
].join(',');

const notifications = {
  /**
   * A vote notification names a voter only when at least this many voters may be named, and when more votes than this
   * since the last draw went to options other than the leading one. A lower number tells the author more about who
   * chose what (ADR 5); 1 names someone every time.
   */
  VOTE_NOTICE_MIN_VOTERS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** Least milliseconds between two changes of one notification, and between two live messages to one user. */
  NOTICE_INTERVAL_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
  /** The same for changes of a notification of votes, whose counts the author sees live on the poll. */
  VOTE_NOTICE_INTERVAL_MS: z.coerce.number().int().min(0).max(600_000).default(15_000),
};

/** Both ways of sending pushes are off until their keys are set. */
const push = {
  /** FCM: the service account's JSON, or the path of a file that holds it. */
  FIREBASE_SERVICE_ACCOUNT: z.string().optional(),
  /** FCM with Google's application default credentials: the project, together with one of the next two variables. */
  FIREBASE_PROJECT_ID: z.string().optional(),
  /** Path of a credentials file in the format of Google's own libraries. */
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  /** True on Google's own infrastructure, where the machine provides the credentials. */
  FCM_APPLICATION_DEFAULT: z.stringbool().default(false),
  /** Web Push: a VAPID key pair (`npx web-push generate-vapid-keys`), base64url. */
  WEB_PUSH_PUBLIC_KEY: z.string().optional(),
  WEB_PUSH_PRIVATE_KEY: z.string().optional(),
  /** Where a push service can reach the operators: a `mailto:` or `https:` address. */
  WEB_PUSH_CONTACT: z.string().optional(),
  /**
   * Hosts that a subscription may name, separated by commas: a host, or `*.` and a domain. They are always called over
   * https on its usual port. For tests, an entry may also be a loopback origin such as `http://127.0.0.1:9000`.
   */
  WEB_PUSH_HOSTS: z.string().default(KNOWN_PUSH_HOSTS),
  /** Pushes to one user within an hour; further ones are only in the list. */
  PUSH_PER_USER_PER_HOUR: z.coerce.number().int().min(1).default(20),
  /** Least milliseconds between two pushes of one topic (kind and object) to one user; those in between are merged. */
  PUSH_MIN_INTERVAL_MS: z.coerce.number().int().min(0).max(3_600_000).default(30_000),
  /** Milliseconds before the second attempt; the delay doubles with each further one, up to an hour. */
  PUSH_RETRY_MS: z.coerce.number().int().min(1).default(5_000),
  /** Origin of the web application, which the links in pushes lead to. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
};

const mail = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; without it, links are logged instead of mailed. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional(),
  /** Sender, such as `Inkling <hello@example.org>`; required with SMTP_URL. */
  MAIL_FROM: z.string().optional(),
  /** Milliseconds before the second attempt; the delay doubles with each further one, up to an hour. */
  MAIL_RETRY_MS: z.coerce.number().int().min(1).default(10_000),
  /** Recipient of contact messages; without it they are only stored. */
  CONTACT_TO: z.email().optional(),
  /** Contact messages that one address may send in an hour. */
  CONTACT_PER_IP: z.coerce.number().int().min(1).default(5),
};

/** Environment variables of the notifications service. */
export const NotificationsConfig = z.object({ ...notifications, ...push, ...mail, ...ProofOfWorkConfig.shape });
export type NotificationsConfig = z.infer<typeof NotificationsConfig>;
