import { lazy, type ComponentType, type ReactElement } from 'react';

/** A page that loads when it is first needed, and the way to fetch it before that. */
export interface LazyPage {
  element: ReactElement;
  handle: { preload: () => void };
}

/** Route properties of a page in a file of its own. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  const Page = lazy(load);
  // A failure here comes up again, and is shown, when the page is rendered.
  return { element: <Page />, handle: { preload: () => void load().catch(() => undefined) } };
}
