import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import { FINDABLE, watchPlace } from './near';

/** Heights in pixels of the cards seen so far, by poll; so a list is as long when one returns as when it was left. */
const heights = new Map<number, number>();

/** Whether a card has been on a page before, so that its place is as high as it was. */
export const isMeasured = (pollId: number): boolean => heights.has(pollId);

const measured = new WeakMap<Element, number>();
let ruler: ResizeObserver | undefined;

/** Notes a card's height whenever it changes. @returns ends it */
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

/** What a search of the page should find of a card that is not in it. */
const wordsOf = ({ user, question, options }: Poll): string =>
  [user?.name, question, ...options.map(({ text }) => text)].join('\n');

/**
 * A card's place in a long list: the card itself near the screen, elsewhere only its height and, for the browser's
 * search, its words.
 */
export function PollSlot({ poll, children }: { poll: Poll; children: ReactNode }) {
  const { id } = poll;
  const place = useRef<HTMLDivElement>(null);
  // One that has never been measured has to be shown first.
  const [shown, setShown] = useState(() => !heights.has(id));

  useLayoutEffect(() => {
    const node = place.current;
    if (!node) return undefined;
    // A card that holds the focus stays, or the focus would be lost.
    return watchPlace(node, (near) => setShown(near || node.contains(document.activeElement)));
  }, []);

  useLayoutEffect(() => {
    const node = place.current;
    if (!node) return undefined;
    if (shown) return measure(node, id);
    if (!FINDABLE) return undefined;
    node.setAttribute('hidden', 'until-found');
    const found = () => {
      setShown(true);
      // The words that were found are gone with the card's coming.
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
