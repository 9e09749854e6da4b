import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { ShellFrame } from '../src/app/shell/shell-frame';
import { LoginFrame } from '../src/components/auth-frame/login-frame';
import { Splash } from '../src/components/ui/splash';

/**
 * The path whose outline each page file holds, by the file's name. The outline in index.html marks no place as current.
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

/** Invisible to screen readers and out of reach of the keyboard: nothing in it works until the application starts. */
const frame = (kind: string, content: ReactNode): string =>
  renderToStaticMarkup(
    <div className={`first first-${kind}`} aria-hidden="true" inert>
      <MemoryRouter>{content}</MemoryRouter>
    </div>,
  );

/**
 * What the application shows first at the address of a page file, as HTML: the splash at `/`, the form at `/login`, the
 * shell for signed-in users. `src/early` chooses the one to show, by the address and by who was signed in last.
 * @param page name of the page file; `index` serves every address
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
