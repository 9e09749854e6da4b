import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { live } from '../../lib/realtime';
import { serverNow, useServerOffset } from '../../lib/server-clock';
import { hasEnded } from '../../lib/time';
import { refreshPoll } from './api/read-poll';
import { hasCounts } from './model/tally';
import { nextTimeLeft } from './model/time-left';

/** The longest delay of a browser's timer. */
const TIMER_MAX = 2 ** 31 - 1;
/**
 * Milliseconds until each read of the results of a poll that has just ended; the later ones are for clocks that differ.
 */
const RESULT_WAITS = [300, 2_000, 8_000, 30_000];
/** With a live connection the results arrive by themselves, and reading is only a fallback. */
const LIVE_WAIT = 1_500;
/** Everyone who has the poll on screen reads it at its end; the reads are spread over this many milliseconds. */
const SPREAD_MS = 1_500;

/**
 * The server's time for a poll; renders again whenever its time-left text changes.
 * @returns `landed` is true once the poll has ended while on screen
 */
export function usePollClock(endDate: string | null): { now: number; ended: boolean; landed: boolean } {
  const offset = useServerOffset();
  const [{ now, of, by, endedBefore }, setTime] = useState(() => ({
    now: serverNow(),
    of: endDate,
    by: offset,
    endedBefore: hasEnded(endDate),
  }));
  useEffect(() => {
    // A new end date, or a corrected clock, starts over: the poll may be open again.
    const wait = of === endDate && by === offset ? nextTimeLeft(endDate, serverNow()) : 0;
    if (wait === null) return undefined;
    const tell = () =>
      // A wrong clock never triggers the ending animation.
      setTime((last) => ({
        now: serverNow(),
        of: endDate,
        by: offset,
        endedBefore: last.by === offset ? last.endedBefore : hasEnded(endDate),
      }));
    const timer = setTimeout(tell, Math.min(wait, TIMER_MAX));
    return () => clearTimeout(timer);
  }, [endDate, of, by, offset, now]);
  const ended = hasEnded(endDate, now);
  return { now, ended, landed: ended && !endedBefore };
}

/** Whether a poll's counts cover all its votes; those of a sealed poll do so only after its end. */
const isCounted = (poll: Poll): boolean => hasCounts(poll) && (poll.countedVotes ?? poll.votesCount) >= poll.votesCount;

/** Reads a poll that has ended until its results are open; one that shows them already needs no read. */
export function useResultsAtEnd(poll: Poll, ended: boolean, visible: boolean): void {
  const client = useQueryClient();
  const tries = useRef(0);
  const missing = ended && visible && poll.id > 0 && !isCounted(poll);
  useEffect(() => {
    // A wrong clock may have ended it too early.
    if (!ended) tries.current = 0;
    if (!missing) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () => {
      const wait = RESULT_WAITS[tries.current];
      if (gone || wait === undefined) return;
      const first = tries.current === 0 ? Math.random() * SPREAD_MS + (live.status === 'open' ? LIVE_WAIT : 0) : 0;
      timer = setTimeout(() => {
        tries.current += 1;
        void refreshPoll(client, poll.id).then(ask);
      }, wait + first);
    };
    ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [ended, missing, client, poll.id]);
}
