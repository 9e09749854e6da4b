import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the first invalid field whenever new problems are set.
 * @param problems a new object each time
 * @returns ref for the form
 */
export function useProblemFocus(problems: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // Waits until the field is marked: an answer may come later than the next frame.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems]);
  return form;
}
