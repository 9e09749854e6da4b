import { useEffect, useRef } from 'react';
import { useSingleKeys } from '../../../../lib/shortcut-keys';

/** What a key does; the names are those of `KeyboardEvent.key`, letters in upper case. */
export type KeyActions = Partial<Record<string, () => void>>;

/** Fields in which a key is text. A radio button keeps its arrow keys, and letters mean nothing to it. */
const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
/** Elements on which Enter keeps its own meaning. */
const PRESSED = 'a, button, summary';
/** Open windows handle keys themselves. Toasts do not, since they are not modal. */
const WINDOWS = '[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"], .stage';

function nameOf({ key, ctrlKey, metaKey, altKey, repeat, isComposing, target, defaultPrevented }: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey || repeat || isComposing) return undefined;
  if (!(target instanceof HTMLElement) || target.closest(`${TYPED}, ${WINDOWS}`)) return undefined;
  if (key === 'Enter' && target.closest(PRESSED)) return undefined;
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Runs actions by single keys, unless somebody types, has a window open, or has switched single keys off. */
export function useQueueKeys(actions: KeyActions): void {
  const on = useSingleKeys();
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const name = nameOf(event);
      const act = name === undefined ? undefined : current.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [on]);
}
