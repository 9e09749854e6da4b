import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import type { App, Credential } from 'firebase-admin/app';
import type { Message, Messaging } from 'firebase-admin/messaging';
import { WEB_PUSH_TOKEN_PREFIX } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { retryAfterMs } from '../delivery/retry-delay.js';
import type { PushMessage } from './push-message.js';
import type { PushOutcome, PushSender, PushTarget } from './push-sender.js';

/** The library waits 15 s for each of several attempts; the queue has attempts of its own. */
const DEADLINE_MS = 20_000;

export interface FcmSettings {
  /** Service account as JSON text or the path of a file with it; without it, application default credentials. */
  readonly serviceAccount?: string;
  readonly projectId?: string;
  /** How the server signs in to Google; default: as the service account, or by default. */
  readonly credential?: Credential;
  /** How FCM is connected to; default: kept connections. */
  readonly agent?: Agent;
  /** Milliseconds within which a device's message has to be answered. */
  readonly deadlineMs?: number;
}

/** Firebase Cloud Messaging, HTTP v1, through firebase-admin. */
export class FcmSender implements PushSender {
  readonly name = 'fcm';

  private constructor(
    private readonly app: App,
    private readonly messaging: Messaging,
    private readonly agent: Agent,
    private readonly deadlineMs: number,
    private readonly release: (app: App) => Promise<void>,
  ) {}

  /** @throws Error when the service account is not readable */
  static async open(settings: FcmSettings): Promise<FcmSender> {
    // Loaded only where it is used: it is the largest dependency of the service.
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
      timer = setTimeout(() => resolve({ is: 'later', reason: 'FCM did not answer in time' }), this.deadlineMs);
    });
    try {
      // What was answered stays so: a second try is for the others alone.
      return await Promise.all(targets.map(({ token }) => Promise.race([this.#sendOne(toFcm(token, message)), late])));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Not `sendEach`, which opens an HTTP/2 connection for every batch, past the agent (docs/adr/0013-notifications.md). */
  async #sendOne(message: Message): Promise<PushOutcome> {
    try {
      await this.messaging.send(message);
      return { is: 'sent' };
    } catch (error) {
      return outcomeOf(error as MessagingFailure | undefined);
    }
  }

  async close(): Promise<void> {
    await this.release(this.app);
    this.agent.destroy();
  }
}

function toFcm(token: string, { fields, tag, ttl }: PushMessage): Message {
  const { title, body, icon, image, link, data } = fields;
  return {
    token,
    notification: { title, body, ...(image === undefined ? {} : { imageUrl: image }) },
    // FCM takes only text here.
    data: { link, kind: data.kind, tag, ...(data.noticeId === undefined ? {} : { noticeId: String(data.noticeId) }) },
    webpush: {
      headers: { TTL: String(ttl), Topic: tag, Urgency: 'normal' },
      notification: { icon, tag },
      // It takes https addresses only.
      ...(link.startsWith('https:') ? { fcmOptions: { link } } : {}),
    },
    android: { collapseKey: tag, ttl: ttl * 1_000, notification: { tag } },
    apns: { headers: { 'apns-collapse-id': tag, 'apns-expiration': String(Math.floor(Date.now() / 1_000) + ttl) } },
  };
}

/** What an error of firebase-admin looks like; its messages are not logged, for they can carry tokens. */
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
/** Ours to mend (size, wrong project); sending the same again would not help. */
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

/** An invalid argument is either the token or our message; a fault of ours must not cost every user their devices. */
const blamesToken = ({ message, httpResponse }: MessagingFailure): boolean =>
  /registration token/i.test(message ?? '') ||
  /"field"\s*:\s*"message\.token"/.test(JSON.stringify(httpResponse?.data ?? ''));
