import { lazy, useState, type ComponentType, type ReactElement } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useLocale } from '../lib/i18n';

/** What the file of a page exports. */
interface PageFile {
  default: ComponentType;
  /** Reads what the page shows first into the cache. */
  firstReads?: (client: QueryClient) => Promise<unknown>;
}

/** A page that loads when it is first needed, and the way to fetch it before that. */
export interface LazyPage {
  element: ReactElement;
  handle: {
    /** Settles when the code is there, or cannot be had. */
    preload: () => Promise<void>;
    /** Settles when the code and what the page shows first are there, or cannot be had. */
    read: (client: QueryClient) => Promise<void>;
  };
}

const ignore = (): void => undefined;

/** Route properties of a page in a file of its own. */
export function lazyPage(load: () => Promise<PageFile>): LazyPage {
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
  return {
    element: <Page />,
    handle: {
      preload: () => fetch().then(ignore, ignore),
      read: (client) =>
        fetch()
          .then((page) => page.firstReads?.(client))
          .then(ignore, ignore),
    },
  };
}
