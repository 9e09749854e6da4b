import { USER_ID_HEADER } from '@inkling/contracts/constants';
import type { Route } from './routes';

// Address and headers of a request. The script before the first paint (src/early) uses them too, so they need no
// library.

/** What fills the parameters of a route's path, and its query. */
export interface PathInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
}

/** GETs with a timestamp in their address, which keeps caches on the way from answering. */
const TIMESTAMPED = ['/api/auth/', '/api/polls', '/api/users/featured'];

/** The method of a route, such as `GET /api/polls/:id`. */
export const methodOf = (route: Route): string => route.split(' ')[0] ?? '';
/** The path of a route, with its parameters open. */
export const templateOf = (route: Route): string => route.split(' ')[1] ?? '';

/** The path with one more parameter in its query. */
export const withParameter = (path: string, name: string, value: string | number): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** The path of a call, with its query: `GET /api/polls/:id` and `{ id: 7 }` make `/api/polls/7`. */
export function pathOf(route: Route, { params = {}, query = {} }: PathInput = {}): string {
  let path = templateOf(route).replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) path = withParameter(path, name, value);
  return path;
}

/** The address of a request to this path. */
export const addressOf = (method: string, path: string): string =>
  method === 'GET' && TIMESTAMPED.some((part) => path.includes(part)) ? withParameter(path, '_t', Date.now()) : path;

/** The headers of every request; the user's id is a hint for the server's logs. */
export function headersOf(method: string, userId: number | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (userId) headers[USER_ID_HEADER] = String(userId);
  if (method === 'GET') Object.assign(headers, { 'cache-control': 'no-cache', pragma: 'no-cache' });
  return headers;
}
