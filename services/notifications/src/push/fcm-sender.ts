import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import type { App, Credential } from 'firebase-admin/app';
import type { Message, Messaging } from 'firebase-admin/messaging';
import { WEB_PUSH_TOKEN_PREFIX } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { retryAfterMs } from './retry-after.js';
import type { PushMessage } from './push-message.js';
import type { PushOutcome, PushSender, PushTarget } from './push-sender.js';

/** The library would wait 15 s for each of several attempts; here the queue does the retrying. */
const DEADLINE_MS = 20_000;

export interface FcmSettings {
  /** Service account as JSON text or the path of a file with it; without it, application default credentials. */
  readonly serviceAccount?: string;
  readonly projectId?: string;
  /** Credentials for Google; default: the service account, or else application default credentials. */
  readonly credential?: Credential;
  /** HTTP agent for FCM; default: one that keeps connections open. */
  readonly agent?: Agent;
  /** Milliseconds that FCM has to answer for one device. */
  readonly deadlineMs?: number;
}

/** Firebase Cloud Messaging, HTTP v1, through firebase-admin. */
export class FcmSender implements PushSender {
  readonly name = 'fcm';

  readonly #app: App;
  readonly #messaging: Messaging;
  readonly #agent: Agent;
  readonly #deadlineMs: number;
  readonly #deleteApp: (app: App) => Promise<void>;

  private constructor(
    app: App,
    messaging: Messaging,
    agent: Agent,
    deadlineMs: number,
    deleteApp: (app: App) => Promise<void>,
  ) {
    this.#app = app;
    this.#messaging = messaging;
    this.#agent = agent;
    this.#deadlineMs = deadlineMs;
    this.#deleteApp = deleteApp;
  }

  /** @throws Error when the service account is not readable */
  static async open(settings: FcmSettings): Promise<FcmSender> {
    // Loaded only when FCM is configured, because it is the largest dependency of the service.
    const [{ applicationDefault, cert, deleteApp, initializeApp }, { getMessaging }] = await Promise.all([
      import('firebase-admin/app'),
      import('firebase-admin/messaging'),
    ]);
    const agent = settings.agent ?? new Agent({ keepAlive: true, maxSockets: 32 });
    const account = settings.serviceAccount?.trim();
    const credential =
      settings.credential ??
      (account === undefined
        ? applicationDefault(agent)
        : cert(account.startsWith('{') ? (JSON.parse(account) as object) : account, agent));
    const app = initializeApp(
      { credential, httpAgent: agent, ...(settings.projectId === undefined ? {} : { projectId: settings.projectId }) },
      `inkling-push-${randomUUID()}`,
    );
    return new FcmSender(app, getMessaging(app), agent, settings.deadlineMs ?? DEADLINE_MS, deleteApp);
  }

  identify(token: string): string {
    if (!token.startsWith(WEB_PUSH_TOKEN_PREFIX)) return token;
    throw new ApiError('invalid-request', { message: 'This is no push token' });
  }

  async send(targets: readonly PushTarget[], message: PushMessage): Promise<PushOutcome[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PushOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ is: 'later', reason: 'FCM did not answer in time' }), this.#deadlineMs);
    });
    try {
      // Each device has its own deadline, so devices that were answered are not sent to again.
      return await Promise.all(targets.map(({ token }) => Promise.race([this.#sendOne(toFcm(token, message)), late])));
    } finally {
      clearTimeout(timer);
    }
  }

  /** `sendEach` would open an HTTP/2 connection for every batch and bypass the agent (ADR 13). */
  async #sendOne(message: Message): Promise<PushOutcome> {
    try {
      await this.#messaging.send(message);
      return { is: 'sent' };
    } catch (error) {
      return outcomeOf(error as MessagingFailure | undefined);
    }
  }

  async close(): Promise<void> {
    await this.#deleteApp(this.#app);
    this.#agent.destroy();
  }
}

function toFcm(token: string, { fields, tag, ttl }: PushMessage): Message {
  const { title, body, icon, image, link, data } = fields;
  return {
    token,
    notification: { title, body, ...(image === undefined ? {} : { imageUrl: image }) },
    // FCM accepts only strings here.
    data: { link, kind: data.kind, tag, ...(data.noticeId === undefined ? {} : { noticeId: String(data.noticeId) }) },
    webpush: {
      headers: { TTL: String(ttl), Topic: tag, Urgency: 'normal' },
      notification: { icon, tag },
      // FCM accepts only https addresses here.
      ...(link.startsWith('https:') ? { fcmOptions: { link } } : {}),
    },
    android: { collapseKey: tag, ttl: ttl * 1_000, notification: { tag } },
    apns: { headers: { 'apns-collapse-id': tag, 'apns-expiration': String(Math.floor(Date.now() / 1_000) + ttl) } },
  };
}

/** An error of firebase-admin. Its message is never logged because it can contain tokens. */
interface MessagingFailure {
  readonly code?: string;
  readonly message?: string;
  readonly httpResponse?: {
    readonly status?: number;
    readonly headers?: Record<string, unknown>;
    readonly data?: unknown;
  };
}

const DEAD = new Set([
  'messaging/registration-token-not-registered',
  'messaging/invalid-registration-token',
  'messaging/installation-id-not-registered',
]);
/** Errors in our message or configuration; sending the same message again would not help. */
const REFUSED = new Set([
  'messaging/invalid-argument',
  'messaging/invalid-payload',
  'messaging/payload-size-limit-exceeded',
  'messaging/invalid-options',
  'messaging/mismatched-credential',
  'messaging/invalid-recipient',
]);

function outcomeOf(failure: MessagingFailure = {}): PushOutcome {
  const code = failure.code ?? 'unknown';
  if (DEAD.has(code) || (code === 'messaging/invalid-argument' && blamesToken(failure))) return { is: 'dead' };
  const reason = `FCM: ${code}`;
  if (REFUSED.has(code)) return { is: 'refused', reason };
  const header = failure.httpResponse?.headers?.['retry-after'];
  const afterMs = retryAfterMs(typeof header === 'string' ? header : undefined);
  return { is: 'later', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** An invalid argument is the token or our message. An error in our message must not remove everybody's devices. */
const blamesToken = ({ message, httpResponse }: MessagingFailure): boolean =>
  /registration token/i.test(message ?? '') ||
  /"field"\s*:\s*"message\.token"/.test(JSON.stringify(httpResponse?.data ?? ''));
