/** True for a plain key press that is not text: nobody types, no modifier is held, no dialog or menu has the focus. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return false;
  const target = event.target as HTMLElement | null;
  if (!target || target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
}
