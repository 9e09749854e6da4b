import { USER_ID_HEADER } from '@inkling/contracts/constants';
import { storedUserId } from '../storage';

// Address and headers of a request. The script before the first paint (src/early) sends the same, so this brings no library.

export type Method = 'GET' | 'POST' | 'DELETE';

/** What fills the parameters of a route's path, and its query. */
export interface PathInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
}

/** GETs with a timestamp in their address, which keeps caches on the way from answering. */
const TIMESTAMPED = ['/api/auth/', '/api/polls', '/api/users/featured'];

/** The path of a call, with its query: `/api/polls/:id` and `{ id: 7 }` make `/api/polls/7`. */
export function pathOf(path: string, { params = {}, query = {} }: PathInput = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? filled : `${filled}?${parts.join('&')}`;
}

/** @param extra parameters to add to the path's query */
export function addressOf(method: Method, path: string, extra: Record<string, string> = {}): string {
  const query = new URLSearchParams(extra);
  if (method === 'GET' && TIMESTAMPED.some((part) => path.includes(part))) query.set('_t', String(Date.now()));
  const tail = query.toString();
  return tail === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${tail}`;
}

/** The headers of every request; who is signed in here is a hint for the server's logs. */
export function headersOf(method: Method): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const userId = storedUserId();
  if (userId !== null) headers[USER_ID_HEADER] = String(userId);
  if (method === 'GET') Object.assign(headers, { 'cache-control': 'no-cache', pragma: 'no-cache' });
  return headers;
}
