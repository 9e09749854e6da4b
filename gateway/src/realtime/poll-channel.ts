import { TALLY_INTERVAL_MS, type LiveComment, type LiveTally } from '@inkling/contracts';
import { commentFrame, tallyFrame, textFrame } from './frames.js';
import type { LiveSocket } from './live-socket.js';

/** Comments sent one by one in one tick; of more, viewers learn that there are some. */
const COMMENTS_PER_TICK = 8;
/** Sockets written to in one turn of the event loop. */
const CHUNK = 512;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * One poll's watchers on this gateway. Tallies go out as the latest one, at most every TALLY_INTERVAL_MS, framed once
 * for those who may see results and once for those who may not; a tick begins only after the last has ended.
 */
export class PollChannel {
  /** Whether this socket's user may see results. It never goes back to false: votes are for good. */
  readonly watchers = new Map<LiveSocket, boolean>();
  /** The poll has ended: everyone may see results. */
  #ended = false;
  #latest: LiveTally | undefined;
  #cause: LiveTally['cause'] = 'update';
  #comments: LiveComment[] = [];
  #dirty = false;
  #writing = false;
  #lastTick = 0;
  #timer: NodeJS.Timeout | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #endAt: number | undefined;

  constructor(readonly pollId: number) {}

  /** Takes a tally from the polls service; one that is older than the last is dropped. */
  take(tally: LiveTally): void {
    if (this.#latest && tally.version < this.#latest.version) return;
    this.#latest = tally;
    if (tally.cause === 'vote') this.#cause = 'vote';
    this.#dirty = true;
    this.#schedule();
  }

  /** Takes a comment that came or went; it goes out with the next tick. */
  takeComment(comment: LiveComment): void {
    this.#comments.push(comment);
    this.#schedule();
  }

  /** The poll has ended with this tally; everyone gets it. */
  end(tally: LiveTally): void {
    this.#ended = true;
    if (!this.#latest || tally.version >= this.#latest.version) this.#latest = tally;
    this.#dirty = true;
    this.#schedule();
  }

  /** Calls `onEnd` once at the poll's end, given in milliseconds. */
  endsAt(at: number, onEnd: () => void): void {
    if (this.#ended || this.#endAt === at) return;
    this.#endAt = at;
    clearTimeout(this.#endTimer);
    this.#armEnd(at, onEnd);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#endTimer);
    this.watchers.clear();
  }

  #armEnd(at: number, onEnd: () => void): void {
    // Node's timers hold 31 bits of milliseconds.
    const wait = Math.min(Math.max(at - Date.now(), 0), 2 ** 31 - 1);
    this.#endTimer = setTimeout(() => (Date.now() >= at ? onEnd() : this.#armEnd(at, onEnd)), wait);
    this.#endTimer.unref();
  }

  #schedule(): void {
    if (this.#timer || this.#writing) return;
    const wait = Math.max(0, this.#lastTick + TALLY_INTERVAL_MS - Date.now());
    this.#timer = setTimeout(() => void this.#tick(), wait);
  }

  async #tick(): Promise<void> {
    this.#timer = undefined;
    const comments = this.#commentFrames();
    const tally = this.#dirty ? this.#latest : undefined;
    if (!tally && comments.length === 0) return;
    this.#writing = true;
    this.#lastTick = Date.now();
    this.#dirty = false;
    const open = Buffer.concat([...comments, ...(tally ? [tallyFrame(tally, this.#cause, true)] : [])]);
    const closed = Buffer.concat([...comments, ...(tally ? [tallyFrame(tally, this.#cause, false)] : [])]);
    this.#cause = 'update';
    let written = 0;
    for (const [socket, resultsVisible] of this.watchers) {
      socket.write(resultsVisible || this.#ended ? open : closed);
      written += 1;
      if (written % CHUNK === 0) await nextTurn();
    }
    this.#writing = false;
    if (this.#dirty || this.#comments.length > 0) this.#schedule();
  }

  /** What waits, as frames: the latest few in full, so that a storm of comments stays a trickle. */
  #commentFrames(): Buffer[] {
    const waiting = this.#comments.splice(0);
    const shown = waiting.slice(-COMMENTS_PER_TICK).map(commentFrame);
    return waiting.length > COMMENTS_PER_TICK
      ? [textFrame({ type: 'poll_comment_update', pollId: this.pollId }), ...shown]
      : shown;
  }
}
