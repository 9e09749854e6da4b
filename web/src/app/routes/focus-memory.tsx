import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { announce } from '../../lib/announcer';

/** Milliseconds that a page has to render its heading and the element that had the focus. */
const ARRIVING_MS = 3_000;
/** After one of these events the person moves the focus. */
const SIGNS = ['keydown', 'pointerdown'] as const;

/** Identifies an element across renderings: its selector, and its index among equal elements. */
interface Trace {
  selector: string;
  index: number;
}

/** Only links lead away from a page and are the same on return; within a card they are identified by the card. */
function traceOf(target: EventTarget | null): Trace | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null;
  if (!link) return null;
  const card = link.closest<HTMLElement>('[data-poll-id]')?.dataset.pollId;
  const within = card ? `[data-poll-id="${card}"] ` : '';
  const selector = `main ${within}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`;
  return { selector, index: [...document.querySelectorAll(selector)].indexOf(link) };
}

const found = ({ selector, index }: Trace): HTMLElement | undefined =>
  document.querySelectorAll<HTMLElement>(selector)[index];

/** Moves the focus to the start of the page, unless the page has set it already. */
function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main || main.contains(document.activeElement)) return;
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/**
 * Calls `attempt` now and on every change of the page, until it returns true, time is up or the person does something.
 * Returns a function that stops it.
 */
function untilDone(attempt: () => boolean, tooLate: () => void): () => void {
  const stop = () => {
    changes.disconnect();
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, stop, { capture: true });
  };
  const changes = new MutationObserver(() => attempt() && stop());
  const timer = setTimeout(() => {
    stop();
    tooLate();
  }, ARRIVING_MS);
  for (const sign of SIGNS) window.addEventListener(sign, stop, { capture: true });
  if (attempt()) stop();
  else changes.observe(document, { childList: true, subtree: true, characterData: true });
  return stop;
}

/**
 * Moves the focus to the start of a new page, so that Tab continues from there; going back returns it to the link that
 * led away. Announces the page's name once it has one.
 */
export function FocusMemory() {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const traces = useRef(new Map<string, Trace>());
  const current = useRef(key);
  const page = useRef<string>(undefined);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const trace = traceOf(target);
      if (trace) traces.current.set(current.current, trace);
      else traces.current.delete(current.current);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    const trace = navigation === 'POP' ? traces.current.get(key) : undefined;
    const arriving = page.current === undefined;
    const samePage = page.current === pathname;
    current.current = key;
    page.current = pathname;
    // The browser announces and focuses the first page.
    if (arriving || samePage) return undefined;
    const before = document.title;
    const say = () => announce(document.title);
    const stopNaming = untilDone(() => {
      if (document.title === before) return false;
      say();
      return true;
    }, say);
    const stopFocusing = untilDone(() => {
      const target = trace && found(trace);
      if (target) target.focus({ preventScroll: true });
      else if (!trace) focusPage();
      return target !== undefined || (trace === undefined && document.querySelector('main') !== null);
    }, focusPage);
    return () => {
      stopNaming();
      stopFocusing();
    };
  }, [key, pathname, navigation]);

  return null;
}
