import { useEffect } from 'react';

/** Sets the tab's title: `Home · Inkling`, or the name alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Inkling` : 'Inkling';
  }, [title]);
}
