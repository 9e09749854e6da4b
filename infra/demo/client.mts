import { setTimeout as delay } from 'node:timers/promises';
import { withWork } from '@inkling/platform/solve-work';
import { LaunchFailure } from '../local/failure.mjs';

const ANSWER_MS = 30_000;
/** A server that is away for a moment, as while it restarts. */
const AWAY_TRIES = 5;
const AWAY_MS = 300;

/** What the API refused, with its status and code. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter?: number;
  constructor(
    method: string,
    path: string,
    status: number,
    body?: { code?: string; message?: string; retryAfter?: number },
  ) {
    super(`${method} ${path} was answered ${status}: ${body?.message ?? 'without a reason'}`);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body?.code ?? 'unknown';
    this.retryAfter = body?.retryAfter;
  }
}

interface Hooks {
  /** Learns how many seconds the server asks to wait. */
  onWait?: (seconds: number) => void;
  /** Signs in again. */
  signIn?: (client: Client) => Promise<unknown>;
}

/**
 * One person's browser: sends requests with their cookies, waits when the server asks for it, and signs in again when
 * the session has run out.
 */
export class Client {
  readonly origin: string;
  readonly #hooks: Hooks;
  #cookies = new Map<string, string>();

  constructor(origin: string, hooks: Hooks = {}) {
    this.origin = origin;
    this.#hooks = hooks;
  }

  /** The header of its requests. */
  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** @returns the body */
  get<Body>(path: string): Promise<Body> {
    return this.send<Body>('GET', path);
  }

  /** All pages of a list; a header names the next one. */
  async list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: string = cursor ? `${path}?cursor=${cursor}` : path;
      const { body, headers } = await this.#answered<Item[]>('GET', page, undefined, true);
      items.push(...body);
      cursor = headers.get('x-next-cursor');
    }
    return items;
  }

  /**
   * Sends a request and returns the answer's body.
   * @param body an object goes as JSON
   * @param options whether sending twice equals sending once; default: all but POST
   * @throws {ApiFailure} what the API refuses
   */
  async send<Body = { id: number }>(
    method: string,
    path: string,
    body?: object | FormData,
    { repeatable = method !== 'POST' }: { repeatable?: boolean } = {},
  ): Promise<Body> {
    return (await this.#answered<Body>(method, path, body, repeatable)).body;
  }

  async #answered<Body>(method: string, path: string, body: object | undefined, repeatable: boolean) {
    let signedInAgain = false;
    for (let away = 0; ;) {
      try {
        return await this.once<Body>(method, path, body);
      } catch (error) {
        const { status, code, retryAfter } = error as Partial<ApiFailure>;
        if (status === 429) {
          const seconds = retryAfter ?? 1;
          this.#hooks.onWait?.(seconds);
          await delay(seconds * 1_000);
        } else if (status === 401 && code === 'unauthorized' && this.#hooks.signIn && !signedInAgain) {
          signedInAgain = true;
          await this.#hooks.signIn(this);
        } else if (repeatable && (status === 503 || status === undefined) && away < AWAY_TRIES) {
          away += 1;
          await delay(AWAY_MS * 2 ** away);
        } else throw error;
      }
    }
  }

  /**
   * Sends a request without retries. If the answer asks for a proof of work, sends it once more with one.
   * @throws {ApiFailure} what the API refuses
   * @throws {LaunchFailure} no answer
   */
  async once<Body>(method: string, path: string, body?: object): Promise<{ body: Body; headers: Headers }> {
    const form = body instanceof FormData;
    const response = await fetch(this.origin + path, {
      method,
      headers: { cookie: this.cookie, ...(body && !form ? { 'content-type': 'application/json' } : {}) },
      ...(body && { body: form ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((cause) => {
      const reason = cause.cause?.code ?? cause.cause?.message ?? cause.name;
      throw new LaunchFailure(`${this.origin} does not answer (${reason}). Is Inkling running there?`, { cause });
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const parsed = response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined;
    const again = form ? undefined : await withWork(this.origin, path, body, parsed?.code);
    if (again) return this.once(method, path, again);
    if (!response.ok) throw new ApiFailure(method, path, response.status, parsed);
    return { body: parsed, headers: response.headers };
  }

  #keep(cookie: string) {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0/i.test(cookie)) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
