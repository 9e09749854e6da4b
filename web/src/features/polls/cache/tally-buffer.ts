import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { TallyFrame } from './merge-poll';
import { pollStore } from './poll-store';

/** Milliseconds after which tallies are applied without a frame, as in a background tab. */
const HIDDEN_MS = 250;

/**
 * Collects live tallies until the next frame and applies them together, so that ten busy polls cost one rendering, not
 * ten.
 * @returns a function that takes a tally
 */
export function bufferTallies(client: QueryClient): (frame: TallyFrame) => void {
  let waiting: TallyFrame[] = [];
  let drawn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    cancelAnimationFrame(drawn);
    clearTimeout(timer);
    const frames = waiting;
    waiting = [];
    notifyManager.batch(() => {
      for (const frame of frames) pollStore(client).tally(frame);
    });
  };
  return (frame) => {
    waiting.push(frame);
    if (waiting.length > 1) return;
    drawn = requestAnimationFrame(apply);
    timer = setTimeout(apply, HIDDEN_MS);
  };
}
