import { NEXT_CURSOR_HEADER } from '@inkling/contracts/constants';
import type { ErrorBody } from '@inkling/contracts';
import { t } from '../i18n';
import { noteServerTime } from '../server-clock';
import { storedUserId } from '../storage';
import { takeEarly } from './early';
import { ApiFailure } from './failure';
import { addressOf, headersOf, methodOf, pathOf, withParameter } from './request-head';
import * as routes from './routes';
import type { Route } from './routes';
import type { UploadProgress } from './upload';

/** Milliseconds until a request counts as failed; a form may carry a file. */
const TIMEOUT_MS = 20_000;
const FORM_TIMEOUT_MS = 120_000;
/** A 401 of these is about the credentials in the body, not about the session. */
const CREDENTIAL_ROUTES: Route[] = [routes.login, routes.signup, routes.logout, routes.google, routes.emailToken];
/** So is a 401 with such a code from any other route: a wrong current password, for example. */
const CREDENTIAL_CODE = 'auth/';

export interface SendOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For a form with a file: called with the share that has been sent. */
  onProgress?: UploadProgress;
  /** The request goes on when its page is closed. */
  keepalive?: boolean;
}

/** A request, as kept for a second try. */
export interface Outgoing {
  route: Route;
  /** The route's path with its parameters and query, without a timestamp. */
  path: string;
  body?: unknown;
  options: SendOptions;
}

export interface Answer {
  status: number;
  ok: boolean;
  statusText: string;
  /** Parsed JSON, or text where the answer is not JSON; null when empty. */
  body: unknown;
  /** Continues a plain list (NEXT_CURSOR_HEADER); null on its last page. */
  nextCursor: string | null;
}

const lostListeners = new Set<() => void>();

/** Calls back whenever the server says that there is no session any more. @returns the function that stops it */
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

async function send({ route, path, body, options }: Outgoing): Promise<Answer> {
  const method = methodOf(route);
  const { signal, onProgress, keepalive } = options;
  const form = body instanceof FormData;
  const headers = headersOf(method, storedUserId() ?? undefined);
  if (body !== undefined && !form) headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(form ? FORM_TIMEOUT_MS : TIMEOUT_MS);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const early = method === 'GET' ? takeEarly(path, ends) : undefined;
    let response = early && (await early);
    if (!response) {
      const sentAt = Date.now();
      const address = addressOf(method, path);
      response = await (form && onProgress
        ? (await import('./upload')).upload(address, { method, headers, body, signal, onProgress })
        : fetch(address, {
            method,
            headers,
            credentials: 'include',
            body: body === undefined ? undefined : form ? body : JSON.stringify(body),
            signal: ends,
            keepalive,
          }));
      noteServerTime(response.headers, sentAt);
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

/** The body of a failed answer, where it is one of the server's own. */
export const errorBodyOf = ({ body }: Answer): ErrorBody | null =>
  body !== null && typeof body === 'object' ? (body as ErrorBody) : null;

/** How a renewal of the session ended; `unknown` when the server could not say. */
type Renewal = 'renewed' | 'lost' | 'unknown';

let renewing: Promise<Renewal> | null = null;
/** Renewals so far, by which a request sees whether one happened while it was on its way. */
let renewals = 0;

function outcomeOf(status: number): Renewal {
  if (status === 401) return 'lost';
  if (status >= 500) return 'unknown';
  renewals++;
  return 'renewed';
}

/** Sends a request that makes the server rotate the session; requests that get a 401 meanwhile wait for it. */
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

/** One rotation at a time: if two answers arrived out of order, the browser would keep the token that is used up. */
async function refreshSession(body: unknown): Promise<Answer> {
  while (renewing) await renewing;
  return renewBy(() => send({ route: routes.refreshSession, path: pathOf(routes.refreshSession), body, options: {} }));
}

/**
 * One more try after a 401 that says a session cookie did arrive: a GET goes again with `?userId=`, anything else after
 * a session refresh. Of several requests at once the first renews the session, and the others follow.
 * @param before renewals so far when the first try was sent
 * @returns null when no retry is due
 */
async function retry(outgoing: Outgoing, first: Answer, before: number): Promise<Answer | null> {
  const userId = storedUserId();
  if (userId === null || errorBodyOf(first)?.authCookieFound !== true) return null;
  const isRead = methodOf(outgoing.route) === 'GET';
  const again = isRead ? { ...outgoing, path: withParameter(outgoing.path, 'userId', userId) } : outgoing;
  while (renewing) if ((await renewing) === 'lost') return null;
  if (renewals !== before) return send(again);
  if (isRead) {
    // Without the caller's signal: aborting a rotation could lose the new cookies.
    const answer = await renewBy(() => send({ ...again, options: {} }));
    outgoing.options.signal?.throwIfAborted();
    return answer;
  }
  return (await refreshSession({ userId })).ok ? send(outgoing) : null;
}

/**
 * Sends a request and returns its answer, whatever its status. Cookies and the user identifier header go along, and an
 * expired session is renewed once on the way.
 * @throws ApiFailure with status 0 when no answer came within 20 s, or 120 s for a form
 */
export async function exchange(outgoing: Outgoing): Promise<Answer> {
  const { route } = outgoing;
  if (route === routes.refreshSession) return refreshSession(outgoing.body);
  const before = renewals;
  const first = await send(outgoing);
  if (
    first.status !== 401 ||
    CREDENTIAL_ROUTES.includes(route) ||
    errorBodyOf(first)?.code?.startsWith(CREDENTIAL_CODE)
  )
    return first;
  const answer = (await retry(outgoing, first, before)) ?? first;
  if (answer.status === 401 && route !== routes.me) for (const listener of lostListeners) listener();
  return answer;
}
