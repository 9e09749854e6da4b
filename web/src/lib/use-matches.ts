import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query, such as `(min-width: 1240px)`, matches; renders again when that changes. */
export function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
