import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { TALLY_INTERVAL_MS, tallySubject, type LiveTally } from '@inkling/contracts';
import { LiveBus, Throttle } from '@inkling/platform';

/** A row of `poll_counters` as statements return it. */
export interface TallyRow {
  poll_id: number;
  votes: number[];
  votes_count: number;
  likes_count: number;
  comments_count: number;
  abstentions_count: number;
  /** Null for polls that are not sealed. */
  counted_votes: number | null;
  version: number;
}

export const TALLY_COLUMNS = [
  'poll_id',
  'votes',
  'votes_count',
  'likes_count',
  'comments_count',
  'abstentions_count',
  'counted_votes',
  'version',
] as const satisfies readonly (keyof TallyRow)[];

/** The live message for a tally. */
export const toLiveTally = (row: TallyRow, cause: LiveTally['cause']): LiveTally => ({
  pollId: row.poll_id,
  version: row.version,
  votesCount: row.votes_count,
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
  abstentionsCount: row.abstentions_count,
  votes: row.votes,
  ...(row.counted_votes === null ? {} : { countedVotes: row.counted_votes }),
  cause,
});

/**
 * Publishes changed counts to the gateways. Each poll gets one message soon after the first change, then at most four a
 * second, and always the last state. Messages are versioned snapshots, so a lost or late one does no harm. They say
 * nothing about who voted (ADR 5).
 */
@Injectable()
export class LiveTallies implements BeforeApplicationShutdown {
  readonly #throttle = new Throttle<number, LiveTally>({
    intervalMs: TALLY_INTERVAL_MS,
    // Changes that come close together leave as one message.
    delayMs: 20,
    keysMax: 20_000,
    merge: newest,
    run: (due) => {
      for (const tally of due.values()) this.#publish(tally);
    },
  });

  constructor(private readonly bus: LiveBus) {}

  /** Call this after the commit, in any order: an older version than the waiting one is dropped. */
  mark(tally: LiveTally): void {
    if (!this.#throttle.add(tally.pollId, tally)) this.#publish(tally);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#throttle.flush();
  }

  #publish(tally: LiveTally): void {
    this.bus.publish(tallySubject(tally.pollId), tally);
  }
}

/**
 * A message that covers a vote keeps the cause `vote`, unless the poll is gone; one that covers an early end keeps its
 * date.
 */
function newest(waiting: LiveTally, next: LiveTally): LiveTally {
  const ended = waiting.endDate ?? next.endDate;
  const tally = next.version <= waiting.version ? waiting : next;
  const cause = waiting.cause === 'vote' && !next.deleted ? 'vote' : tally.cause;
  return { ...tally, cause, ...(ended === undefined ? {} : { endDate: ended }) };
}
