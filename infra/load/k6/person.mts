/** One account's requests from Node, with its cookies at hand for k6. */
import { LaunchFailure } from '../../local/failure.mjs';

const ANSWER_MS = 30_000;

/** What the API refused. */
export class Refused extends Error {
  readonly status: number;
  readonly code?: string;
  readonly retryAfter?: number;
  constructor(what: string, status: number, body?: { code?: string; message?: string; retryAfter?: number }) {
    super(`${what} was answered ${status}: ${body?.message ?? 'without a reason'}`);
    this.status = status;
    this.code = body?.code;
    this.retryAfter = body?.retryAfter;
  }
}

interface SignedIn {
  id: number;
  hasCompletedProfile: boolean;
}

export class Person {
  readonly origin: string;
  readonly index: number;
  #cookies = new Map();
  id = 0;

  constructor(origin: string, index: number) {
    this.origin = origin;
    this.index = index;
  }

  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * @param body goes as JSON, a FormData as it is
   * @throws {Refused} any answer but a success
   * @throws {LaunchFailure} no answer
   */
  async send<Body = { id: number }>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ body: Body; headers: Headers }> {
    const form = body instanceof FormData;
    const response = await fetch(this.origin + path, {
      method,
      headers: { cookie: this.cookie, ...(body && !form ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((cause) => {
      throw new LaunchFailure(
        `${this.origin} does not answer (${cause.cause?.code ?? cause.name}). Is Inkling running there?`,
        { cause },
      );
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const parsed = response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined;
    if (!response.ok) throw new Refused(`${method} ${path}`, response.status, parsed);
    return { body: parsed, headers: response.headers };
  }

  /** Signs in, up first where the account is not there yet. */
  async enter(account: { email: string; password: string; username: string; known: boolean }) {
    const { email, password, username, known } = account;
    const logIn = () => this.send<SignedIn>('POST', '/api/auth/login', { email, password });
    const signUp = () => this.send<SignedIn>('POST', '/api/auth/signup', { email, password, name: 'Load' });
    const missing = ['auth/user-not-found', 'auth/invalid-credential', 'auth/wrong-password'];
    const { body: user } = await (known
      ? logIn().catch((error) => {
          // Another instance's data stands behind this address now.
          if (!missing.includes(error.code)) throw error;
          return signUp();
        })
      : signUp());
    this.id = user.id;
    if (!user.hasCompletedProfile)
      await this.send('POST', '/api/users/create-profile', { name: `Load ${this.index}`, username });
  }
}
