import { lazy, useState, type ComponentType, type ReactElement } from 'react';
import { useLocale } from '../lib/i18n';

/** A page that loads when it is first needed, and the way to fetch it before that. */
export interface LazyPage {
  element: ReactElement;
  /** `preload` settles when the code is there, or cannot be had. */
  handle: { preload: () => Promise<void> };
}

/** Route properties of a page in a file of its own. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let ready: ComponentType | undefined;
  const fetch = async () => {
    const page = await load();
    ready = page.default;
    return page;
  };
  const Code = lazy(fetch);
  function Page() {
    // Another language draws the page anew; what it holds stays.
    useLocale();
    // Code that is there already is not waited for: React would show a placeholder first, and keep that for a while.
    const [Now] = useState(() => ready ?? Code);
    return <Now />;
  }
  // A failure here comes up again, and is shown, when the page is rendered.
  return { element: <Page />, handle: { preload: () => fetch().then(() => undefined, () => undefined) } };
}
