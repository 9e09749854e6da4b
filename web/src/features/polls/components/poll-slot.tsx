import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useInView } from 'react-intersection-observer';
import type { Poll } from '@inkling/contracts';

/** Cards this many pixels beyond the screen are taken out of the page; coming nearer puts them back. */
const KEPT = '1600px 0px';

/** Heights in pixels of the cards seen so far, by poll; so a list is as long when one returns as when it was left. */
const heights = new Map<number, number>();

/** Whether a card has been on a page before, so that its place is as high as it was. */
export const isMeasured = (pollId: number): boolean => heights.has(pollId);

/** Whether the browser's search finds text that is hidden until then. */
const FINDABLE = 'onbeforematch' in document.documentElement;

/** What a search of the page should find of a card that is not in it. */
const wordsOf = ({ user, question, options }: Poll): string => [user?.name, question, ...options.map(({ text }) => text)].join('\n');

/** A card's place in a long list: the card itself near the screen, elsewhere only its height and, for the browser's search, its words. */
export function PollSlot({ poll, children }: { poll: Poll; children: ReactNode }) {
  const { id } = poll;
  const place = useRef<HTMLDivElement | null>(null);
  // One that has never been measured has to be shown first.
  const [shown, setShown] = useState(() => !heights.has(id));
  const { ref } = useInView({
    rootMargin: KEPT,
    // A card that holds the focus stays, or the focus would be lost.
    onChange: (near) => setShown(near || place.current?.contains(document.activeElement) === true),
  });
  const attach = useCallback(
    (node: HTMLDivElement | null) => {
      place.current = node;
      ref(node);
    },
    [ref],
  );

  useLayoutEffect(() => {
    const node = place.current;
    if (!node || !shown || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      // A list that is being hidden has no height.
      if (height > 0) heights.set(id, height);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [shown, id]);

  useLayoutEffect(() => {
    const node = place.current;
    if (!node || shown || !FINDABLE) return undefined;
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
  }, [shown]);

  return (
    <div ref={attach} className="poll-slot" style={shown ? undefined : { height: heights.get(id) }}>
      {shown ? children : FINDABLE && wordsOf(poll)}
    </div>
  );
}
