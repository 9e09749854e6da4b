import { useSyncExternalStore } from 'react';

/** Keys that keyboards on a screen do not have. */
const REAL = new Set(['Tab', 'Escape', 'Control', 'Alt', 'Meta', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);
const FINE = '(hover: hover) and (pointer: fine)';

let pressed = false;
const listeners = new Set<() => void>();
window.addEventListener('keydown', ({ key }) => {
  if (pressed || !REAL.has(key)) return;
  pressed = true;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  const query = matchMedia(FINE);
  query.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    query.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

/**
 * Whether there is a keyboard to press: no browser says so, but where one points with a mouse there is one, and a key that
 * no screen has shows one on a tablet or phone.
 */
export const useHasKeyboard = (): boolean => useSyncExternalStore(subscribe, () => pressed || matchMedia(FINE).matches);
