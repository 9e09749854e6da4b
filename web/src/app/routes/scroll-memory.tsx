import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Session storage key of the scroll position of every entry of this tab's history. */
const STORAGE_SCROLL = 'inkling_scroll';

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_SCROLL) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** A new page starts at the top or at its anchor; going back returns to the exact position (visual language, feel). */
export function ScrollMemory() {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const positions = useRef<Record<string, number>>(undefined);
  positions.current ??= stored();
  const current = useRef(key);
  const page = useRef('');

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      positions.current![current.current] = window.scrollY;
    };
    const keep = () => {
      try {
        sessionStorage.setItem(STORAGE_SCROLL, JSON.stringify(positions.current));
      } catch {
        // Without storage a reload starts at the top.
      }
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', keep);
    };
  }, []);

  useLayoutEffect(() => {
    const samePage = page.current === pathname;
    current.current = key;
    page.current = pathname;
    if (navigation === 'POP') {
      // `instant` because the page scrolls smoothly to its anchors otherwise.
      if (!samePage || !hash) window.scrollTo({ top: positions.current![key] ?? 0, behavior: 'instant' });
    } else if (hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
    } else if (!samePage) {
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
  }, [key, pathname, hash, navigation]);

  return null;
}
