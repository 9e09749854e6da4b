import { useSyncExternalStore } from 'react';
import { useMatches } from './use-matches';

/** Keys that keyboards on a screen do not have. */
const REAL = new Set([
  'Tab',
  'Escape',
  'Control',
  'Alt',
  'Meta',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);
const FINE = '(hover: hover) and (pointer: fine)';

let pressed = false;
const listeners = new Set<() => void>();
window.addEventListener('keydown', ({ key }) => {
  if (pressed || !REAL.has(key)) return;
  pressed = true;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Whether there is a keyboard to press: no browser says so, but where one points with a mouse there is one, and a key
 * that no screen has shows one on a tablet or phone.
 */
export function useHasKeyboard(): boolean {
  const fine = useMatches(FINE);
  const used = useSyncExternalStore(subscribe, () => pressed);
  return fine || used;
}
