import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import { FINDABLE, watchSlot } from './slot-watcher';

/** Heights in pixels of the cards seen so far, by poll: a list is as long on return as when it was left. */
const heights = new Map<number, number>();

/** Whether a card has been rendered before, so that the height of its slot is known. */
export const isMeasured = (pollId: number): boolean => heights.has(pollId);

const measured = new WeakMap<Element, number>();
let ruler: ResizeObserver | undefined;

/** Records a card's height whenever it changes. @returns a function that stops it */
function measure(node: HTMLElement, pollId: number): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  ruler ??= new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0]?.blockSize ?? 0;
      const id = measured.get(target);
      // A list that is being hidden has no height.
      if (id !== undefined && height > 0) heights.set(id, height);
    }
  });
  const observer = ruler;
  measured.set(node, pollId);
  observer.observe(node);
  return () => {
    measured.delete(node);
    observer.unobserve(node);
  };
}

/** The text of an absent card, for find-in-page. */
const wordsOf = ({ user, question, options }: Poll): string =>
  [user?.name, question, ...options.map(({ text }) => text)].join('\n');

/**
 * A card's slot in a long list: the card itself near the screen; elsewhere only its height and, for find-in-page, its
 * text.
 */
export function PollSlot({ poll, children }: { poll: Poll; children: ReactNode }) {
  const { id } = poll;
  const place = useRef<HTMLDivElement>(null);
  // A card that has never been measured must be rendered first.
  const [shown, setShown] = useState(() => !heights.has(id));

  useLayoutEffect(() => {
    const node = place.current;
    if (!node) return undefined;
    // A card that holds the focus stays, or the focus would be lost.
    return watchSlot(node, (near) => setShown(near || node.contains(document.activeElement)));
  }, []);

  useLayoutEffect(() => {
    const node = place.current;
    if (!node) return undefined;
    if (shown) return measure(node, id);
    if (!FINDABLE) return undefined;
    node.setAttribute('hidden', 'until-found');
    const found = () => {
      setShown(true);
      // The found text is replaced by the card.
      requestAnimationFrame(() => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
    };
    node.addEventListener('beforematch', found);
    return () => {
      node.removeEventListener('beforematch', found);
      node.removeAttribute('hidden');
    };
  }, [shown, id]);

  return (
    <div ref={place} className="poll-slot" style={shown ? undefined : { height: heights.get(id) }}>
      {shown ? children : FINDABLE && wordsOf(poll)}
    </div>
  );
}
