import { readItem, writeItem } from './storage';
import { createStore, useStore } from './store';

/** Local storage key of the choice; only `off` is ever stored. */
const STORAGE_KEYS = 'inkling_single_keys';

const read = (): boolean => readItem(STORAGE_KEYS) !== 'off';
/**
 * Whether single keys are shortcuts: people who dictate, or press keys by accident, can switch them off (WCAG 2.1.4).
 */
const on = createStore(read());

/** Switches them on or off in this browser; without storage, for as long as the page. */
export function switchSingleKeys(next: boolean): void {
  writeItem(STORAGE_KEYS, next ? null : 'off');
  on.set(next);
}

/**
 * True for a plain key press that is a shortcut: single keys are on, nobody types, no modifier is held, no dialog or
 * menu has the focus.
 */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (
    !on.get() ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    event.isComposing
  )
    return false;
  const target = event.target as HTMLElement | null;
  if (!target || target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
}

/** The choice, for components. */
export const useSingleKeys = (): boolean => useStore(on);

// Changed in another tab.
window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEYS || key === null) on.set(read());
});
