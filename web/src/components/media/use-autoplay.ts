import { useEffect, type RefObject } from 'react';

/** Share of the video that must be visible, and for how many milliseconds, before it plays. */
const VISIBLE = 0.5;
const DELAY_MS = 300;

/** Whether the person asked for less motion or the connection for less data. */
function wantsStillness(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/**
 * Plays a video while at least half of it is visible, and pauses it otherwise. A video paused by hand stays paused; one
 * started by hand continues when it is visible again.
 * @param held the person has paused it
 * @param wanted the person has started it, which outweighs a wish for less motion
 */
export function useAutoplay(
  video: RefObject<HTMLVideoElement | null>,
  held: RefObject<boolean>,
  wanted: RefObject<boolean>,
): void {
  useEffect(() => {
    const node = video.current;
    if (!node || typeof IntersectionObserver === 'undefined') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let inView = false;
    const decide = () => {
      clearTimeout(timer);
      if (!inView || document.hidden) return node.pause();
      if (held.current || (wantsStillness() && !wanted.current)) return;
      // Where the browser refuses, the play button remains.
      timer = setTimeout(() => void node.play().catch(() => undefined), DELAY_MS);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        inView = (entry?.intersectionRatio ?? 0) >= VISIBLE;
        decide();
      },
      { threshold: [0, VISIBLE] },
    );
    observer.observe(node);
    document.addEventListener('visibilitychange', decide);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', decide);
      node.pause();
    };
  }, [video, held, wanted]);
}
