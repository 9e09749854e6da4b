import { routes, type RouteContract } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';

const table = Object.values<RouteContract>(routes).map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** Methods that the route table has for a path; empty for an unknown path. An exact match wins over a pattern. */
export function methodsOf(path: string): string[] {
  const exact = table.filter((route) => route.path === path);
  const found = exact.length > 0 ? exact : table.filter(({ pattern }) => pattern.test(path));
  return [...new Set(found.map(({ method }) => method))];
}

/** Why no route answered: 405 where the path takes other methods only, else 404. `allow` is the header's value. */
export function unrouted(method: string, url: string): { error: ApiError; allow?: string } {
  const path = url.split('?', 1)[0] ?? '';
  const methods = methodsOf(path);
  // The router also refuses paths that match here, such as an id with hundreds of digits.
  if (methods.length === 0 || methods.includes(method === 'HEAD' ? 'GET' : method))
    return { error: new ApiError('not-found') };
  const allow = methods.join(', ');
  return { error: new ApiError('method-not-allowed', { message: `This path takes ${allow} only.` }), allow };
}
