import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/** Pixels that a pointer moves before a press becomes a drag. */
const THRESHOLD = 6;

interface Drag {
  /** Position of the row whose number is dragged. */
  from: number;
  number: number;
  /** Position of the pointer in the list, in pixels. */
  x: number;
  y: number;
  /** Position of the row under the pointer; null outside the list. */
  over: number | null;
}

/** The row of the list at this point of the window; null for none. */
function rowAt(list: HTMLElement, x: number, y: number): number | null {
  const rows = [...list.querySelectorAll('.opt')];
  const found = rows.findIndex((row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return found < 0 ? null : found;
}

/**
 * Lets a pointer drag a number from one row of a list to another: a mouse from anywhere in the row, a finger by the
 * number itself, so that the page still scrolls. Escape ends it.
 * @param onDrop called with the positions of both rows when a number is dropped on another row
 */
export function useNumberDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const drop = useRef(onDrop);
  const end = useRef<() => void>(undefined);
  const dragged = useRef(false);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => () => end.current?.(), []);

  const begin = (event: ReactPointerEvent, from: number, number: number): void => {
    const root = list.current;
    if (!root || event.button !== 0 || end.current) return;
    if (event.pointerType !== 'mouse' && !(event.target as Element).closest('[data-grip]')) return;
    const { clientX, clientY, pointerId } = event;
    dragged.current = false;
    let now: Drag | null = null;
    const onMove = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const { clientX: x, clientY: y } = moved;
      if (!now && Math.hypot(x - clientX, y - clientY) < THRESHOLD) return;
      dragged.current = true;
      const { left, top } = root.getBoundingClientRect();
      now = { from, number, x: x - left, y: y - top, over: rowAt(root, x, y) };
      setDrag(now);
    };
    const stop = () => {
      end.current = undefined;
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', onKey, true);
      setDrag(null);
      // The click that follows belongs to the drag.
      setTimeout(() => (dragged.current = false));
    };
    const onUp = (up: PointerEvent) => {
      if (up.pointerId !== pointerId) return;
      const to = now?.over ?? null;
      stop();
      if (to !== null && to !== from) drop.current(from, to);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !now) return;
      key.stopPropagation();
      stop();
    };
    end.current = stop;
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', onKey, true);
  };

  return {
    begin,
    /** Whether the click that is being handled ended a drag. */
    wasDragged: (): boolean => dragged.current,
    from: drag?.from,
    over: drag && drag.over !== drag.from ? drag.over : null,
    ghost: drag && { number: drag.number, x: drag.x, y: drag.y },
  };
}
