import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of the build with one file per page, each the application's page with links to what that page needs first. */
const FOLDER = 'pages';
const PAGE = 'index.html';

/** First part of a path, as long as it names nothing but a page. */
const NAME = /^\/(?:$|([a-z-]{1,40})(?:\/|$))/;
/** Addresses that are the same for everyone; the others send someone without a session to /login. */
const OPEN = new Set([
  'login',
  'auth',
  'forgot-password',
  'reset-password',
  'verify-email',
  'help',
  'privacy',
  'terms',
]);

/**
 * Looks at the build once.
 * @param root the built web application
 * @returns a function: the file, relative to `root`, for a path and whether a session cookie came; else index.html
 */
export async function findPageFiles(root: string): Promise<(path: string, signedIn: boolean) => string> {
  const names = await readdir(join(root, FOLDER)).catch(() => [] as string[]);
  const known = new Set(names.filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length)));
  return (path, signedIn) => {
    const match = NAME.exec(path);
    if (!match) return PAGE;
    const [, name = ''] = match;
    const shown =
      name === '' ? (signedIn ? 'home' : 'landing') : signedIn || OPEN.has(name) || !known.has(name) ? name : 'login';
    return known.has(shown) ? `${FOLDER}/${shown}.html` : PAGE;
  };
}
