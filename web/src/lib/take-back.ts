import { readItem, writeItem } from './storage';
import { createStore, useStore } from './store';

/** Local storage key of the choice; only `on` is ever stored. */
const STORAGE_TAKE_BACK = 'inkling_take_back';

const read = (): boolean => readItem(STORAGE_TAKE_BACK) === 'on';
const on = createStore(read());

/**
 * Has votes wait for a moment in which they can be taken back, in this browser; without storage, for the page's life.
 */
export function switchTakeBack(next: boolean): void {
  writeItem(STORAGE_TAKE_BACK, next ? 'on' : null);
  on.set(next);
}

/** Whether votes wait for a moment in which they can be taken back. */
export const useTakeBack = (): boolean => useStore(on);

// Changed in another tab.
window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_TAKE_BACK || key === null) on.set(read());
});
