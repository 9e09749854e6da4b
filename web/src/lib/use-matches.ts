import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query, such as `(min-width: 1240px)`, holds now; a change draws the component again. */
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
