import { createStore, useStore } from './store';
import { useMatches } from './use-matches';

/** Keys that on-screen keyboards lack. */
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

const pressed = createStore(false);
window.addEventListener('keydown', ({ key }) => {
  if (!pressed.get() && REAL.has(key)) pressed.set(true);
});

/**
 * Whether there is a physical keyboard. No browser tells, but a mouse implies one, and on a tablet or phone a key that
 * no on-screen keyboard has proves one.
 */
export function useHasKeyboard(): boolean {
  const fine = useMatches(FINE);
  const used = useStore(pressed);
  return fine || used;
}
