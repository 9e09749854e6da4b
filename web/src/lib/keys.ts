import { singleKeysOn } from './single-keys';

/**
 * True for a plain key press that is a shortcut: single keys are on, nobody types, no modifier is held, no dialog or
 * menu has the focus.
 */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (
    !singleKeysOn() ||
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
