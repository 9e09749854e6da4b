import { Injectable } from '@nestjs/common';
import { POLL_MODERATED_SUBJECT, type EventData, type LiveTally, type objectModerated } from '@inkling/contracts';
import { ApiError, Database, LiveBus, type Transaction } from '@inkling/platform';
import { FeedCache } from '../feed/feed-cache.js';
import { LiveTallies } from '../live/live-tallies.js';
import { PollDeletion } from '../polls/poll-deletion.js';
import type { Tables } from '../tables.js';
import { RESTORE_COUNTERS, WITHHOLD_COUNTERS, type CountersRow } from './moderation.sql.js';

type Decision = EventData<typeof objectModerated>;

/** A change of what people see, to be announced after its commit. */
interface Change {
  readonly tally?: LiveTally;
  readonly remove?: true;
}

/** Hides polls and shows them again. */
@Injectable()
export class PollModeration {
  constructor(
    private readonly database: Database<Tables>,
    private readonly deletion: PollDeletion,
    private readonly feed: FeedCache,
    private readonly live: LiveTallies,
    private readonly bus: LiveBus,
  ) {}

  async apply(decision: Decision): Promise<void> {
    const change = await this.database.transaction((tx) => this.#store(tx, decision));
    if (!change) return;
    if (change.remove) await this.#remove(decision.objectId);
    this.feed.changed();
    if (change.tally) this.live.mark(change.tally);
    this.bus.publish(POLL_MODERATED_SUBJECT, { pollId: decision.objectId });
  }

  /** @returns undefined for a poll that is gone, and for a decision that a later one has replaced */
  async #store(tx: Transaction<Tables>, decision: Decision): Promise<Change | undefined> {
    const { objectId: pollId, state, sensitive, actId, version } = decision;
    const poll = await tx.kysely
      .selectFrom('polls')
      .select(['author_id', 'deleted_at', 'moderated', 'moderation_version'])
      .where('id', '=', pollId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!poll || (poll.deleted_at && !poll.moderated)) return undefined;
    // The deletion has a transaction of its own, so a decision that is known already may still have to be carried out.
    if (state === 'removed' && poll.moderation_version <= version) return { remove: true };
    if (poll.moderation_version >= version) return undefined;
    const shows = state === 'shown';
    await tx.kysely
      .updateTable('polls')
      .set({
        sensitive,
        moderated: shows ? null : state === 'hidden' ? 'hidden' : 'deleted',
        moderation_act: actId,
        moderation_version: version,
      })
      .where('id', '=', pollId)
      .execute();
    if (shows === !poll.moderated) return {};
    const statement = shows ? RESTORE_COUNTERS : WITHHOLD_COUNTERS;
    const [counters] = await tx.query<CountersRow>({ text: statement, values: [pollId, poll.author_id] });
    return counters ? { tally: { pollId, ...counters, cause: 'update', ...(shows ? {} : { deleted: true }) } } : {};
  }

  /** Deletes the poll as its author would. */
  async #remove(pollId: number): Promise<void> {
    try {
      await this.deletion.deleteFinally(pollId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'poll-not-found') throw error;
    }
  }
}
