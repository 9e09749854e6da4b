/** One person's browser, as far as the probe needs it: cookies, JSON, and a time limit for every answer. */

/** What went wrong in a step, in one line. */
export class StepFailure extends Error {
  override name = 'StepFailure';
}

interface Expectation {
  body?: object;
  /** The status that counts as success. */
  status: number;
  signal: AbortSignal;
}

/** The fields that the probe reads, of the answers of different routes. */
interface Body {
  code?: string;
  message?: string;
  id?: number;
  polls?: { id: number; createdAt: string }[];
  userVote?: number;
  votesCount?: number;
}

export class Client {
  readonly origin: string;
  /** Requests sent so far. */
  requests = 0;
  readonly #userAgent: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string, userAgent: string) {
    this.origin = origin;
    this.#userAgent = userAgent;
  }

  /** With the session's cookies. */
  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'user-agent': this.#userAgent, ...(cookie ? { cookie } : {}) };
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws {StepFailure} for another status, and without an answer
   */
  async send(
    method: string,
    path: string,
    { body, status, signal }: Expectation,
  ): Promise<{ text: string; json: Body | undefined }> {
    this.requests += 1;
    const content = body && { 'content-type': 'application/json' };
    const { response, text } = await this.#answer(path, {
      method,
      headers: { ...this.headers, ...content },
      body: body && JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const json = response.headers.get('content-type')?.includes('json') ? parse(text) : undefined;
    if (response.status !== status) {
      const reason = json?.code ?? json?.message;
      throw new StepFailure(`${method} ${path} was answered ${response.status}${reason ? ` (${reason})` : ''}`);
    }
    return { text, json };
  }

  async #answer(path: string, request: RequestInit) {
    try {
      const response = await fetch(this.origin + path, request);
      return { response, text: await response.text() };
    } catch (cause) {
      throw new StepFailure(`${request.method} ${path}: ${reasonOf(cause)}`, { cause });
    }
  }

  #keep(cookie: string) {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0/i.test(cookie)) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

function parse(text: string): Body | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why there was no answer: a refused connection, an unknown name, or a timeout. */
export function reasonOf(error: unknown): string {
  const { name, cause = error } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
