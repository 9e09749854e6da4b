import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { ShellFrame } from '../src/app/shell/shell-frame';
import { LoginFrame } from '../src/components/auth-frame/login-frame';
import { Splash } from '../src/components/ui/splash';

/**
 * The paths whose outline a page file holds, by the file's name; the shell of index.html is that of no page in
 * particular.
 */
const SHELLS: Record<string, string> = {
  index: '/',
  home: '/home',
  search: '/search',
  create: '/create',
  poll: '/poll/1',
  notifications: '/notifications',
  profile: '/profile',
  settings: '/settings',
};

/** Hidden from everyone but the eye, and without a use until the application is there. */
const frame = (kind: string, content: ReactNode): string =>
  renderToStaticMarkup(
    <div className={`first first-${kind}`} aria-hidden="true" inert>
      <MemoryRouter>{content}</MemoryRouter>
    </div>,
  );

/**
 * What the application shows first at the addresses of a page file, as HTML: the splash at `/`, the form at `/login`,
 * the shell inside. `src/early` says which one is right, by the address and by who was here last.
 * @param page name of the page file; `index` is the one for all addresses
 */
export function firstFrames(page: string): string {
  const all = page === 'index';
  const path = SHELLS[page];
  return [
    (all || page === 'landing' || page === 'home') && frame('splash', <Splash />),
    (all || page === 'login') && frame('login', <LoginFrame />),
    path !== undefined && frame('shell', <ShellFrame pathname={path} />),
  ]
    .filter(Boolean)
    .join('');
}
