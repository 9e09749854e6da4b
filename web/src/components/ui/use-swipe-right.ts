import { useRef, type PointerEvent } from 'react';

/** Pixels to the right that dismiss a message. */
const THRESHOLD = 50;

interface Swipe {
  readonly id: number;
  readonly from: number;
}

/**
 * Handlers for an element that follows a finger to the right and is dismissed once it is far enough. `--swipe` holds
 * the distance, `data-swipe` whether it moves, ended, or springs back.
 */
export function useSwipeRight(away: () => void) {
  const swipe = useRef<Swipe | null>(null);

  const wayOf = (event: PointerEvent<HTMLElement>): number | null =>
    swipe.current && swipe.current.id === event.pointerId ? Math.max(0, event.clientX - swipe.current.from) : null;

  const end = (event: PointerEvent<HTMLElement>) => {
    const way = wayOf(event);
    if (way === null) return;
    swipe.current = null;
    const gone = event.type === 'pointerup' && way >= THRESHOLD;
    event.currentTarget.dataset.swipe = gone ? 'end' : 'cancel';
    if (gone) away();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      swipe.current = { id: event.pointerId, from: event.clientX };
      // Missing in test environments.
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const way = wayOf(event);
      if (way === null) return;
      event.currentTarget.dataset.swipe = 'move';
      event.currentTarget.style.setProperty('--swipe', `${way}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
