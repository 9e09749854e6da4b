import { lazy, useState, type ComponentType, type ReactElement } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useLocale } from '../lib/i18n';

/** The exports of a page's file. */
interface PageFile {
  default: ComponentType;
  /** Reads the first data of the page into the cache. */
  firstReads?: (client: QueryClient) => Promise<unknown>;
}

/** A page whose code loads on demand, and the ways to fetch it earlier. */
export interface LazyPage {
  element: ReactElement;
  handle: {
    /** Settles when the code has loaded or failed to load. */
    preload: () => Promise<void>;
    /** Settles when the code and the first data have loaded or failed to load. */
    read: (client: QueryClient) => Promise<void>;
  };
}

const ignore = (): void => undefined;

/** Route properties of a page with a file of its own. */
export function lazyPage(load: () => Promise<PageFile>): LazyPage {
  let ready: ComponentType | undefined;
  const fetch = async () => {
    const page = await load();
    ready = page.default;
    return page;
  };
  const Code = lazy(fetch);
  function Page() {
    // A change of language renders the page again and keeps its state.
    useLocale();
    // Code that has already loaded is rendered directly: React.lazy would show a placeholder first, and keep it for a
    // while.
    const [Now] = useState(() => ready ?? Code);
    return <Now />;
  }
  // The failure occurs again, and is shown, when the page is rendered.
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
