import { createECDH } from 'node:crypto';
import webpush, { type RequestDetails } from 'web-push';
import { retryAfterMs } from './retry-after.js';
import type { PushMessage } from './push-message.js';
import type { PushOutcome, PushSender, PushTarget } from './push-sender.js';
import { PushHosts, subscriptionIn, type Subscription } from './web-push-subscription.js';

const TIMEOUT_MS = 10_000;

export interface WebPushSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` or `https:` */
  readonly contact: string;
  /** See WEB_PUSH_HOSTS. */
  readonly hosts: string;
}

/** Web Push (RFC 8030) with VAPID (RFC 8292) and payloads encrypted for the browser alone (RFC 8291). */
export class WebPushSender implements PushSender {
  readonly name = 'web-push';
  readonly #settings: WebPushSettings;
  readonly #hosts: PushHosts;

  /** @throws Error when the keys are not a pair or the contact is not one that VAPID accepts; it contains no values */
  constructor(settings: WebPushSettings) {
    this.#settings = settings;
    this.#hosts = new PushHosts(settings.hosts);
    requireVapid(settings);
  }

  identify(token: string): string {
    return this.#hosts.require(subscriptionIn(token)).endpoint;
  }

  send(targets: readonly PushTarget[], message: PushMessage): Promise<PushOutcome[]> {
    const payload = JSON.stringify(message.fields);
    return Promise.all(targets.map(({ token }) => this.#sendOne(subscriptionIn(token), payload, message)));
  }

  async close(): Promise<void> {}

  async #sendOne(
    subscription: Subscription | undefined,
    payload: string,
    { tag, ttl }: PushMessage,
  ): Promise<PushOutcome> {
    // The list of hosts may have changed since this device registered.
    if (!subscription || !this.#hosts.allows(subscription.endpoint)) return { is: 'dead' };
    let request: RequestDetails;
    try {
      request = webpush.generateRequestDetails(subscription, payload, {
        vapidDetails: {
          subject: this.#settings.contact,
          publicKey: this.#settings.publicKey,
          privateKey: this.#settings.privateKey,
        },
        TTL: ttl,
        topic: tag,
        urgency: 'normal',
      });
    } catch {
      // The key is not a point on the curve, so nothing can ever be encrypted for it.
      return { is: 'dead' };
    }
    try {
      const { 'Content-Length': _length, ...headers } = request.headers;
      const response = await fetch(request.endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(request.body as Buffer),
        // A redirect would bypass the list of hosts.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return outcomeOf(response);
    } catch (error) {
      return { is: 'later', reason: `the push service cannot be reached (${reasonOf(error)})` };
    }
  }
}

function requireVapid({ publicKey, privateKey, contact }: WebPushSettings): void {
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(contact)) throw new Error('the contact must be mailto: or https:');
  let own: string;
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    own = pair.getPublicKey('base64url');
    webpush.getVapidHeaders('https://push.example.org', contact, publicKey, privateKey, 'aes128gcm');
  } catch {
    throw new Error('the keys are no VAPID keys');
  }
  if (own !== publicKey.replace(/=+$/, '')) throw new Error('the keys are no pair');
}

function outcomeOf(response: Response): PushOutcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'dead' };
  const reason = `the push service answered ${status}`;
  if (status !== 429 && status < 500) return { is: 'refused', reason };
  const afterMs = retryAfterMs(response.headers.get('retry-after'));
  return { is: 'later', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** A code or a name, never the message: it contains the address, and an endpoint is a secret. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
};
