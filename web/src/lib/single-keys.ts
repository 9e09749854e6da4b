import { readItem, writeItem } from './storage';
import { createStore, useStore } from './store';

/** Local storage key of the choice; only `off` is ever stored. */
const STORAGE_KEYS = 'inkling_single_keys';

const read = (): boolean => readItem(STORAGE_KEYS) !== 'off';
const on = createStore(read());

/**
 * Whether single keys are shortcuts: people who dictate, or press keys by accident, can switch them off (WCAG 2.1.4).
 */
export const singleKeysOn = on.get;

/** Switches them on or off in this browser; without storage, for as long as the page. */
export function switchSingleKeys(next: boolean): void {
  writeItem(STORAGE_KEYS, next ? null : 'off');
  on.set(next);
}

/** The choice, for components. */
export const useSingleKeys = (): boolean => useStore(on);

// Changed in another tab.
window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEYS || key === null) on.set(read());
});
