import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useInView } from 'react-intersection-observer';

/** Cards this many pixels beyond the screen are taken out of the page; coming nearer puts them back. */
const KEPT = '1600px 0px';

/** Heights in pixels of the cards seen so far, by poll; so a list is as long when one returns as when it was left. */
const heights = new Map<number, number>();

/** Whether a card has been on a page before, so that its place is as high as it was. */
export const isMeasured = (pollId: number): boolean => heights.has(pollId);

/** A card's place in a long list: the card itself near the screen, only its height elsewhere. */
export function PollSlot({ pollId, children }: { pollId: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement | null>(null);
  // One that has never been measured has to be shown first.
  const [shown, setShown] = useState(() => !heights.has(pollId));
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
    const observer = new ResizeObserver(() => {
      // A list that is being hidden has no height.
      if (node.offsetHeight > 0) heights.set(pollId, node.offsetHeight);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [shown, pollId]);

  return (
    <div ref={attach} className="poll-slot" style={shown ? undefined : { height: heights.get(pollId) }}>
      {shown && children}
    </div>
  );
}
