/** One person's browser, as far as the probe needs one: cookies, JSON, and a limit for every answer. */

/** What went wrong in a step, in words for one line. */
export class StepFailure extends Error {
  /** @param {string} message @param {{ cause?: unknown }} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = 'StepFailure';
  }
}

export class Client {
  #cookies = new Map();
  /** Requests that were sent. */
  requests = 0;

  /**
   * @param {string} origin
   * @param {string} userAgent
   */
  constructor(origin, userAgent) {
    this.origin = origin;
    this.userAgent = userAgent;
  }

  /** Headers with which the session goes along. */
  get headers() {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'user-agent': this.userAgent, ...(cookie ? { cookie } : {}) };
  }

  /**
   * Sends a request and reads the whole answer.
   * @param {string} method
   * @param {string} path
   * @param {{ body?: object, status: number, signal: AbortSignal }} options `status` is the one that counts as good
   * @returns {Promise<{ text: string, json: any }>} `json` is undefined for an answer that is none
   * @throws {StepFailure}
   */
  async send(method, path, { body, status, signal }) {
    this.requests += 1;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = { method, headers: { ...this.headers, ...json }, redirect: 'manual', signal };
    const { response, text } = await this.#answer(
      path,
      body === undefined ? request : { ...request, body: JSON.stringify(body) },
    );
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const parsed = response.headers.get('content-type')?.includes('json') ? parse(text) : undefined;
    if (response.status !== status) {
      const said = parsed?.code ?? parsed?.message;
      throw new StepFailure(`${method} ${path} was answered ${response.status}${said ? ` (${said})` : ''}`);
    }
    return { text, json: parsed };
  }

  async #answer(path, request) {
    try {
      const response = await fetch(this.origin + path, request);
      return { response, text: await response.text() };
    } catch (cause) {
      throw new StepFailure(`${request.method} ${path}: ${reasonOf(cause)}`, { cause });
    }
  }

  #keep(cookie) {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0/i.test(cookie)) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why there was no answer: a refused connection, a name that is not known, or none in time. */
export function reasonOf(error) {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  const cause = error.cause ?? error;
  return cause.code ?? cause.message ?? String(error);
}
