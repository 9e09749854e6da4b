import { useSyncExternalStore } from 'react';

/** Local storage key of the choice; only `off` is ever kept. */
const STORAGE_KEYS = 'inkling_single_keys';
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEYS) !== 'off';
  } catch {
    return true;
  }
}

let on = read();

/**
 * Whether single keys are shortcuts: who speaks to the computer, or presses keys by chance, can switch them off (WCAG
 * 2.1.4).
 */
export const singleKeysOn = (): boolean => on;

/** Switches them on or off in this browser. */
export function switchSingleKeys(next: boolean): void {
  on = next;
  try {
    if (next) localStorage.removeItem(STORAGE_KEYS);
    else localStorage.setItem(STORAGE_KEYS, 'off');
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The choice, for components. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysOn);

// Another tab of this browser.
window.addEventListener('storage', ({ key }) => {
  if (key !== STORAGE_KEYS && key !== null) return;
  on = read();
  for (const listener of listeners) listener();
});
