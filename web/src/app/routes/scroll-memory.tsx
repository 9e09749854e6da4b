import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Session storage key of the scroll position of every entry of this tab's history. */
const STORAGE_SCROLL = 'inkling_scroll';

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_SCROLL) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Events that may lead to another page. */
const LEAVING = ['click', 'keydown', 'popstate'] as const;

/** Milliseconds for which a page that is still loading may grow to the place where it is to be. */
const GROWING_MS = 3000;

/** Runs `go` now and whenever the page grows, until it returns true or the person scrolls first. Returns its end. */
function whileGrowing(go: () => boolean): () => void {
  const step = () => go() && stop();
  const growth = new ResizeObserver(step);
  const timer = setTimeout(() => stop(), GROWING_MS);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.removeEventListener(sign, stop);
  };
  for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(sign, stop, { passive: true });
  growth.observe(document.body);
  step();
  return stop;
}

/** Scrolls to `top`, again until the page is long enough. Returns its end. */
const returnTo = (top: number): (() => void) =>
  whileGrowing(() => {
    // `instant` because the landing page scrolls smoothly otherwise.
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) < 1;
  });

/** Shows the section that an address names, which may come only after its page and be moved by what comes above it. */
const showSection = (hash: string): (() => void) =>
  whileGrowing(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
    return false;
  });

/** Every address that is loaded from the server has the same key, so that its path has to tell it from the others. */
const entryOf = (key: string, pathname: string, hash: string): string =>
  key === 'default' ? `${key} ${pathname}${hash}` : key;

/** A new page starts at the top or at its anchor; going back returns to the exact position (visual language, feel). */
export function ScrollMemory() {
  const { key, pathname, hash } = useLocation();
  const entry = entryOf(key, pathname, hash);
  const navigation = useNavigationType();
  const positions = useRef<Record<string, number>>(undefined);
  positions.current ??= stored();
  const current = useRef(entry);
  const page = useRef('');

  useEffect(() => {
    history.scrollRestoration = 'manual';
    let moved = false;
    const remember = () => {
      if (!moved) return;
      moved = false;
      positions.current![current.current] = window.scrollY;
    };
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Asking where the page is while it scrolls would lay it out at once, and then again for the frame.
    const scrolled = () => {
      moved = true;
      const entry = current.current;
      const settle = () => entry === current.current && remember();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        clearTimeout(timer);
        timer = setTimeout(settle);
      });
    };
    const keep = () => {
      remember();
      try {
        sessionStorage.setItem(STORAGE_SCROLL, JSON.stringify(positions.current));
      } catch {
        // Without storage a reload starts at the top.
      }
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    // Before anyone acts on it: what leaves the page is a press, a key or the browser's own way back.
    for (const sign of LEAVING) window.addEventListener(sign, remember, { capture: true, passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      window.removeEventListener('scroll', scrolled);
      for (const sign of LEAVING) window.removeEventListener(sign, remember, { capture: true });
      window.removeEventListener('pagehide', keep);
    };
  }, []);

  useLayoutEffect(() => {
    const samePage = page.current === pathname;
    const arriving = page.current === '';
    current.current = entry;
    page.current = pathname;
    if (navigation === 'POP') {
      // A first page is at its top. To ask would lay it out before it is whole.
      if (arriving && !positions.current![entry]) return hash ? showSection(hash) : undefined;
      if (!samePage || !hash) return returnTo(positions.current![entry] ?? 0);
    } else if (hash) {
      return showSection(hash);
    } else if (!samePage) {
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
    return undefined;
  }, [entry, pathname, hash, navigation]);

  return null;
}
