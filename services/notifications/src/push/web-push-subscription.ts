import { z } from 'zod';
import { WEB_PUSH_TOKEN_PREFIX } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';

const BASE64URL = /^[\w-]+={0,2}$/;
const UNCOMPRESSED_POINT = 0x04;

/** A browser's PushSubscription as JSON; further fields are ignored. */
const Subscription = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({
    /** P-256 point, 65 bytes. */
    p256dh: z
      .string()
      .regex(BASE64URL)
      .refine((text) => isPoint(Buffer.from(text, 'base64url'))),
    /** 16 bytes (RFC 8291). */
    auth: z
      .string()
      .regex(BASE64URL)
      .refine((text) => Buffer.from(text, 'base64url').length === 16),
  }),
});
export type Subscription = z.infer<typeof Subscription>;

const isPoint = (bytes: Buffer): boolean => bytes.length === 65 && bytes[0] === UNCOMPRESSED_POINT;

/** Reads the subscription in a Web Push token; undefined when the text is not such a token. */
export function subscriptionIn(token: string): Subscription | undefined {
  const encoded = token.slice(WEB_PUSH_TOKEN_PREFIX.length);
  if (!token.startsWith(WEB_PUSH_TOKEN_PREFIX) || !BASE64URL.test(encoded)) return undefined;
  try {
    return Subscription.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/**
 * The list of hosts that may be called. Endpoints come from users, so without this list a subscription could make the
 * server call any address that it can reach.
 */
export class PushHosts {
  readonly #hosts = new Set<string>();
  readonly #domains: string[] = [];
  readonly #origins = new Set<string>();

  /**
   * @param list hosts, `*.` domains and loopback origins, separated by commas (WEB_PUSH_HOSTS)
   * @throws Error with the first entry that is none of these
   */
  constructor(list: string) {
    for (const entry of list
      .split(',')
      .map((text) => text.trim().toLowerCase())
      .filter(Boolean)) {
      if (/^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(entry)) this.#origins.add(new URL(entry).origin);
      else if (/^(?!\d+(\.\d+){3}$)[a-z\d-]+(\.[a-z\d-]+)+$/.test(entry)) this.#hosts.add(entry);
      else if (/^\*(\.[a-z\d-]+){2,}$/.test(entry)) this.#domains.push(entry.slice(1));
      else throw new Error(`"${entry}" is no host`);
    }
  }

  allows(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const url = new URL(endpoint);
    if (url.username !== '' || url.password !== '') return false;
    if (this.#origins.has(url.origin)) return true;
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return (
      this.#hosts.has(url.hostname) ||
      this.#domains.some((domain) => url.hostname.endsWith(domain) && url.hostname.length > domain.length)
    );
  }

  /** @throws ApiError `invalid-request` */
  require(subscription: Subscription | undefined): Subscription {
    if (subscription && this.allows(subscription.endpoint)) return subscription;
    throw new ApiError('invalid-request', {
      message: 'This is no push token',
      extra: { issues: [{ path: 'token', message: 'This is no push token' }] },
    });
  }
}
