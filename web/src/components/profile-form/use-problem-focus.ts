import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the first field that is marked as wrong, whenever problems were found anew.
 * @param problems what was found last, a new object each time
 * @returns for the form
 */
export function useProblemFocus(problems: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // Once the field is marked: after an answer that may be later than the next frame.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems]);
  return form;
}
