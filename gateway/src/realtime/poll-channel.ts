import { resultsVisible, TALLY_INTERVAL_MS, type LiveComment, type LiveTally } from '@inkling/contracts';
import { Throttle } from '@inkling/platform';
import { commentFrame, tallyFrame, textFrame } from './frames.js';
import type { LiveSocket } from './live-socket.js';

/** Comments sent in full in one tick; if there are more, a frame says so. */
const COMMENTS_PER_TICK = 8;
/** Sockets written to in one turn of the event loop. */
const CHUNK = 512;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * One poll's watchers on this gateway. The latest tally is sent at most every TALLY_INTERVAL_MS, encoded once for
 * viewers who may see results and once for the others.
 */
export class PollChannel {
  /**
   * Whether a socket's viewer has been seen to see results. A vote is for good, so that does not end. Undefined until
   * the viewer is known to see the poll: such a socket gets nothing.
   */
  readonly watchers = new Map<LiveSocket, boolean | undefined>();
  /** The results are open to all. */
  #openToAll = false;
  #latest: LiveTally | undefined;
  /** The author has just ended the poll, and no frame has said so. */
  #endedAt: string | undefined;
  #cause: LiveTally['cause'] = 'update';
  #comments: LiveComment[] = [];
  /** The latest tally has not been sent. */
  #dirty = false;
  readonly #ticks = new Throttle<'tick', void>({ intervalMs: TALLY_INTERVAL_MS, run: () => this.#tick() });
  #endTimer: NodeJS.Timeout | undefined;
  #endAt: number | undefined;

  constructor(readonly pollId: number) {}

  /** Queues a tally from the polls service; an older one than the last is dropped. */
  take(tally: LiveTally): void {
    this.#endedAt ??= tally.endDate;
    if (this.#latest && tally.version < this.#latest.version) return;
    this.#latest = tally;
    if (tally.cause === 'vote') this.#cause = 'vote';
    this.#dirty = true;
    this.#ticks.add('tick');
  }

  /** Queues a comment that was added or deleted for the next tick. */
  takeComment(comment: LiveComment): void {
    this.#comments.push(comment);
    this.#ticks.add('tick');
  }

  /** Opens the results to all and queues the tally with which the poll has ended. */
  end(tally: LiveTally): void {
    this.#openToAll = true;
    if (!this.#latest || tally.version >= this.#latest.version) this.#latest = tally;
    this.#dirty = true;
    this.#ticks.add('tick');
  }

  /** Calls `onEnd` once at the poll's end, given in milliseconds. */
  endsAt(at: number, onEnd: () => void): void {
    if (this.#openToAll || this.#endAt === at) return;
    this.#endAt = at;
    clearTimeout(this.#endTimer);
    this.#armEnd(at, onEnd);
  }

  close(): void {
    clearTimeout(this.#endTimer);
    this.#ticks.stop();
    this.watchers.clear();
  }

  #armEnd(at: number, onEnd: () => void): void {
    // Node's timers hold 31 bits of milliseconds.
    const wait = Math.min(Math.max(at - Date.now(), 0), 2 ** 31 - 1);
    this.#endTimer = setTimeout(() => (Date.now() >= at ? onEnd() : this.#armEnd(at, onEnd)), wait);
    this.#endTimer.unref();
  }

  async #tick(): Promise<void> {
    const comments = this.#comments.splice(0);
    const tally = this.#dirty ? this.#latest : undefined;
    if (!tally && comments.length === 0) return;
    this.#dirty = false;
    const [cause, endDate] = [this.#cause, this.#endedAt];
    this.#cause = 'update';
    this.#endedAt = undefined;
    const encode = (shown: readonly LiveComment[], visible: boolean): Buffer =>
      Buffer.concat([
        ...this.#commentFrames(shown),
        ...(tally ? [tallyFrame({ ...tally, cause, endDate }, visible)] : []),
      ]);
    const [open, closed] = [encode(comments, true), encode(comments, false)];
    // Nearly always empty: then everyone gets one of two encoded frames.
    const lessFor = new Set(comments.flatMap(hiddenFrom));
    let written = 0;
    for (const [socket, seen] of this.watchers) {
      if (seen === undefined) continue;
      const visible = resultsVisible(this.#openToAll, seen);
      const { userId } = socket.viewer;
      if (!lessFor.has(userId)) socket.write(visible ? open : closed);
      else {
        const rest = encode(
          comments.filter((comment) => !hiddenFrom(comment).includes(userId)),
          visible,
        );
        if (rest.length > 0) socket.write(rest);
      }
      written += 1;
      if (written % CHUNK === 0) await nextTurn();
    }
  }

  /** Comments as frames: only the latest few in full, so that a flood of comments stays a trickle. */
  #commentFrames(comments: readonly LiveComment[]): Buffer[] {
    const shown = comments.slice(-COMMENTS_PER_TICK).map(commentFrame);
    return comments.length > COMMENTS_PER_TICK
      ? [textFrame({ type: 'poll_comment_update', pollId: this.pollId }), ...shown]
      : shown;
  }
}

/** Users who must not see the comment. */
const hiddenFrom = (comment: LiveComment): readonly number[] =>
  comment.action === 'added' ? (comment.hiddenFrom ?? []) : [];
