import { NEXT_CURSOR_HEADER, USER_ID_HEADER } from '@inkling/contracts/constants';
import type { ErrorBody } from '@inkling/contracts';
import { failureSentence, t } from './i18n';
import { takeEarly } from './early';
import { noteServerTime } from './server-clock';
import { storedUserId } from './storage';
import type { UploadProgress } from './upload';

/** Milliseconds until a request counts as failed; a form may carry a file. */
const TIMEOUT = 20_000;
const FORM_TIMEOUT = 120_000;
/** GETs whose answers no cache on the way may keep (spec 7). */
const TIMESTAMPED = ['/api/auth/', '/api/polls', '/api/users/featured'];
/** Reads that answer null to someone signed out instead of failing (spec 8). */
const QUIET = ['/api/polls', '/api/users/featured', '/api/notifications', '/api/auth/me'];
const REFRESH_PATH = '/api/auth/refresh-session';
/** Their 401 is about the credentials in the body, not about the session. */
const CREDENTIAL_PATHS = [
  '/api/auth/login',
  '/api/auth/signup',
  '/api/auth/logout',
  '/api/auth/google',
  '/api/auth/email',
];
/** As is one with such a code, wherever it comes from: a wrong current password, for one. */
const CREDENTIAL_CODE = 'auth/';

type Method = 'GET' | 'POST' | 'DELETE';
interface Options {
  signal?: AbortSignal;
  /** For a form with a file: hears how much has been sent. */
  onProgress?: UploadProgress;
}
interface Answer {
  status: number;
  ok: boolean;
  statusText: string;
  /** Parsed JSON, or text where the answer is not JSON; null when empty. */
  body: unknown;
  /** Where a plain list goes on (NEXT_CURSOR_HEADER); null on its last page. */
  nextCursor: string | null;
}

/** A page of a plain list. */
export interface ListPage<T> {
  items: T[];
  nextCursor: string | null;
}

/** A failed call. `status` 0 and code `network` mean that no answer came. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly body: ErrorBody | null = null,
    /** The message only repeats the status, since the server gave no sentence. */
    private readonly bare = false,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }

  /** The server's own sentence; undefined where it gave none, or where no answer came. */
  get said(): string | undefined {
    return this.body?.message ?? (this.bare || this.status === 0 ? undefined : this.message);
  }
}

const lostListeners = new Set<() => void>();

/** Calls back whenever the server says that there is no session any more. Returns the function that stops it. */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => void lostListeners.delete(listener);
}

async function parse(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function address(method: Method, path: string, extra: Record<string, string>): string {
  const query = new URLSearchParams(extra);
  if (method === 'GET' && TIMESTAMPED.some((part) => path.includes(part))) query.set('_t', String(Date.now()));
  const tail = query.toString();
  return tail === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${tail}`;
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  options: Options,
  extra: Record<string, string> = {},
): Promise<Answer> {
  const form = body instanceof FormData;
  const headers: Record<string, string> = { accept: 'application/json' };
  const userId = storedUserId();
  if (userId !== null) headers[USER_ID_HEADER] = String(userId);
  if (method === 'GET') Object.assign(headers, { 'cache-control': 'no-cache', pragma: 'no-cache' });
  if (body !== undefined && !form) headers['content-type'] = 'application/json';
  const { signal, onProgress } = options;
  const timeout = AbortSignal.timeout(form ? FORM_TIMEOUT : TIMEOUT);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const early = method === 'GET' && Object.keys(extra).length === 0 ? takeEarly(path, ends) : undefined;
    let response = early && (await early);
    if (!response) {
      const askedAt = Date.now();
      response = await (form && onProgress
        ? (await import('./upload')).upload(address(method, path, extra), { method, headers, body, signal, onProgress })
        : fetch(address(method, path, extra), {
            method,
            headers,
            credentials: 'include',
            body: body === undefined ? undefined : form ? body : JSON.stringify(body),
            signal: ends,
          }));
      noteServerTime(response.headers, askedAt);
    }
    return {
      status: response.status,
      ok: response.ok,
      statusText: response.statusText,
      body: await parse(response),
      nextCursor: response.headers.get(NEXT_CURSOR_HEADER),
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, 'network', t('ui.connectionHint'));
  }
}

const errorBody = (answer: Answer) =>
  answer.body !== null && typeof answer.body === 'object' ? (answer.body as ErrorBody) : null;

/** What a renewal of the session came to; `unknown` when the server gave no answer about it. */
type Renewal = 'renewed' | 'lost' | 'unknown';

let renewing: Promise<Renewal> | null = null;
/** Renewals so far: tells a request whether one happened while it was on its way. */
let renewals = 0;

function outcomeOf(status: number): Renewal {
  if (status === 401) return 'lost';
  if (status >= 500) return 'unknown';
  renewals++;
  return 'renewed';
}

/** Sends a request that makes the server rotate the session; whoever else gets a 401 meanwhile waits for it. */
function renewBy(request: () => Promise<Answer>): Promise<Answer> {
  const answer = request();
  renewing = answer
    .then(
      ({ status }) => outcomeOf(status),
      () => 'unknown' as const,
    )
    .finally(() => (renewing = null));
  return answer;
}

/** One rotation at a time: of two answers out of order, the browser would keep the token that is used up. */
async function refreshSession(userId: number): Promise<Answer> {
  while (renewing) await renewing;
  return renewBy(() => send('POST', REFRESH_PATH, { userId }, {}));
}

/**
 * One more try after a 401 that says a session cookie did arrive: a GET goes again with `?userId=`, anything else
 * after a session refresh (spec 4, Session). Of several requests at once the first renews the session, and the others
 * follow. Null when no retry is due. `before` is the number of renewals when the first try was sent.
 */
async function retry(
  method: Method,
  path: string,
  body: unknown,
  options: Options,
  first: Answer,
  before: number,
): Promise<Answer | null> {
  const userId = storedUserId();
  if (userId === null || errorBody(first)?.authCookieFound !== true) return null;
  const extra: Record<string, string> = method === 'GET' ? { userId: String(userId) } : {};
  while (renewing) if ((await renewing) === 'lost') return null;
  if (renewals !== before) return send(method, path, body, options, extra);
  if (method === 'GET') {
    // Without the caller's signal: an abandoned rotation could lose the cookies that it brings.
    const answer = await renewBy(() => send(method, path, body, {}, extra));
    options.signal?.throwIfAborted();
    return answer;
  }
  return (await refreshSession(userId)).ok ? send(method, path, body, options) : null;
}

async function exchange(method: Method, path: string, body: unknown, options: Options): Promise<Answer> {
  if (path === REFRESH_PATH) return refreshSession((body as { userId: number }).userId);
  const before = renewals;
  const first = await send(method, path, body, options);
  if (first.status !== 401 || CREDENTIAL_PATHS.includes(path) || errorBody(first)?.code?.startsWith(CREDENTIAL_CODE))
    return first;
  const answer = (await retry(method, path, body, options, first, before)) ?? first;
  if (answer.status === 401 && path !== '/api/auth/me') for (const listener of lostListeners) listener();
  return answer;
}

function failure(answer: Answer): ApiFailure {
  const body = errorBody(answer);
  const text = typeof answer.body === 'string' ? answer.body : '';
  const fallback =
    answer.status === 401 ? t('session.authRequired') : text || answer.statusText || `Error ${answer.status}`;
  return new ApiFailure(answer.status, body?.code ?? 'unknown', body?.message ?? fallback, body, answer.status !== 401);
}

async function request<T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> {
  const answer = await exchange(method, path, body, options);
  if (!answer.ok) throw failure(answer);
  return answer.body as T;
}

/**
 * Calls to the server (spec 7, common behaviour). Every one sends the cookies and the user identifier header, gives up
 * after 20 s and throws {@link ApiFailure} with the server's own message. An empty answer is null.
 */
export const api = {
  get: <T>(path: string, options?: Options) => request<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: Options) => request<T>('POST', path, body, options),
  del: <T>(path: string, options?: Options) => request<T>('DELETE', path, undefined, options),
  /** Multipart; the browser writes the boundary. */
  form: <T>(path: string, form: FormData, options?: Options) => request<T>('POST', path, form, options),
  /**
   * A GET for a query cache (spec 8): null to someone signed out where the specification says so, else 'Unauthorized'.
   */
  async query<T>(path: string, options: Options = {}): Promise<T | null> {
    const answer = await exchange('GET', path, undefined, options);
    if (answer.ok) return answer.body as T;
    const { code, body } = failure(answer);
    if (answer.status !== 401)
      throw new ApiFailure(answer.status, code, `Request failed: ${answer.statusText || answer.status}`, body, true);
    if (QUIET.some((part) => path.startsWith(part))) return null;
    throw new ApiFailure(401, code, 'Unauthorized', body);
  },
  /** A page of a plain list, from its beginning or from a cursor; empty to someone signed out where `query` is null. */
  async page<T>(path: string, cursor: string | null, options: Options = {}): Promise<ListPage<T>> {
    const answer = await exchange(
      'GET',
      cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
      undefined,
      options,
    );
    if (answer.ok) return { items: (answer.body as T[] | null) ?? [], nextCursor: answer.nextCursor };
    if (answer.status === 401 && QUIET.some((part) => path.startsWith(part))) return { items: [], nextCursor: null };
    throw failure(answer);
  },
};

/** Why the server refused: in the active language, else in the server's words, else the given sentence. */
export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof ApiFailure ? (error.status > 0 && failureSentence(error.code)) || error.said || fallback : fallback;

/** The sentence for a failed call: as {@link reasonOf}, and that the server cannot be reached where no answer came. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiFailure && error.status === 0 ? error.message : reasonOf(error, fallback);

/** Lets a call fail with the given sentence where the server gives none. */
export async function orFail<T>(call: Promise<T>, sentence: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ApiFailure(error.status, error.code, messageOf(error, sentence), error.body);
  }
}
