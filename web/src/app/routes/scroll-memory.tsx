import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Session storage key of the scroll positions of this tab's history entries. */
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

/** Milliseconds for which a loading page may grow to the remembered position. */
const GROWING_MS = 3000;

/**
 * Calls `go` now and whenever the page grows, until it returns true or the person scrolls. Returns a function that
 * stops it.
 */
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

/** Scrolls to `top`, repeatedly until the page is long enough. Returns a function that stops it. */
const returnTo = (top: number): (() => void) =>
  whileGrowing(() => {
    // `instant` because the landing page scrolls smoothly by default.
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) < 1;
  });

/** Scrolls to the section that the address names. It may appear after its page, and content above it may move it. */
const showSection = (hash: string): (() => void) =>
  whileGrowing(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
    return false;
  });

/** All addresses loaded from the server have the same key, so the path distinguishes them. */
const entryOf = (key: string, pathname: string, hash: string): string =>
  key === 'default' ? `${key} ${pathname}${hash}` : key;

/** A new page starts at the top or at its anchor; going back returns to the exact position. */
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
    // Reading the position during scrolling would force a layout before that of the frame.
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
    // In the capture phase, before any handler acts: a press, a key or the browser's back button can leave the page.
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
      // A first page is at its top; reading the position would force a layout before the page is complete.
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
