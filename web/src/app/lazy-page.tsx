import { lazy, type ComponentType, type ReactElement } from 'react';
import { useLocale } from '../lib/i18n';

/** A page that loads when it is first needed, and the way to fetch it before that. */
export interface LazyPage {
  element: ReactElement;
  handle: { preload: () => void };
}

/** Route properties of a page in a file of its own. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  const Code = lazy(load);
  function Page() {
    // Another language draws the page anew; what it holds stays.
    useLocale();
    return <Code />;
  }
  // A failure here comes up again, and is shown, when the page is rendered.
  return { element: <Page />, handle: { preload: () => void load().catch(() => undefined) } };
}
