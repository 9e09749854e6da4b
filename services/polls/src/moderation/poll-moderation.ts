import { Injectable } from '@nestjs/common';
import { POLL_MODERATED_SUBJECT, type EventData, type LiveTally, type objectModerated } from '@inkling/contracts';
import { Database, LiveBus, NOW, purgedAmong, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { FeedCache } from '../feed/feed-cache.js';
import { LiveTallies, TALLY_COLUMNS, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import { PollDeletion } from '../polls/poll-deletion.js';
import type { Tables } from '../tables.js';

type Decision = EventData<typeof objectModerated>;

const COUNTERS = [...TALLY_COLUMNS, 'closed'] as const;

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
    if (change.remove) await this.deletion.deleteFinally(decision.objectId);
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
    // The deletion is another transaction, so it may be missing although the decision is stored.
    if (state === 'removed' && poll.moderation_version <= version) return { remove: true };
    if (poll.moderation_version > version) return undefined;
    const shows = state === 'shown';
    // Stored already: the process may have been killed between the commit and the announcement.
    if (poll.moderation_version === version) return this.#again(tx, pollId, shows);
    // The purge of the author's account may already have gone through the hidden polls.
    if (!shows && (await purgedAmong(tx, [poll.author_id])).size > 0) return { remove: true };
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
    const tally = shows ? await this.#giveBack(tx, pollId) : await this.#withhold(tx, pollId);
    if (!tally) return {};
    await tx.kysely
      .updateTable('authors')
      .set({ polls_count: sql`greatest(polls_count + ${shows ? 1 : -1}::int, 0)` })
      .where('user_id', '=', poll.author_id)
      .execute();
    return { tally: { ...toLiveTally(tally, 'update'), ...(shows ? {} : { deleted: true }) } };
  }

  /**
   * Takes a poll's tally away, which ends voting, liking and commenting, and keeps it for the poll's return. The
   * deletion waits for votes under way, which are then counted.
   */
  async #withhold({ kysely }: Transaction<Tables>, pollId: number): Promise<TallyRow | undefined> {
    const gone = await kysely
      .deleteFrom('poll_counters')
      .where('poll_id', '=', pollId)
      .returning(COUNTERS)
      .executeTakeFirst();
    if (!gone) return undefined;
    const end = await kysely
      .deleteFrom('due_ends')
      .where('poll_id', '=', pollId)
      .returning('poll_id')
      .executeTakeFirst();
    const active = await kysely
      .deleteFrom('poll_activity')
      .where('poll_id', '=', pollId)
      .returning('score')
      .executeTakeFirst();
    const kept = { ...gone, version: gone.version + 1 };
    await kysely
      .insertInto('moderated_counters')
      .values({ ...kept, end_due: end !== undefined, activity: active?.score ?? null })
      .execute();
    await kysely.updateTable('polls').set({ deleted_at: NOW, trending: false }).where('id', '=', pollId).execute();
    return kept;
  }

  /**
   * Gives a poll its tally back. Votes are as they were; likes and comments are counted again, because people may have
   * left meanwhile.
   */
  async #giveBack({ kysely }: Transaction<Tables>, pollId: number): Promise<TallyRow | undefined> {
    const kept = await kysely
      .deleteFrom('moderated_counters')
      .where('poll_id', '=', pollId)
      .returning([...COUNTERS, 'end_due', 'activity'])
      .executeTakeFirst();
    if (!kept) return undefined;
    const { end_due: endDue, activity, ...counters } = kept;
    const back = await kysely
      .insertInto('poll_counters')
      .values((eb) => ({
        ...counters,
        version: counters.version + 1,
        likes_count: eb
          .selectFrom('likes')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('poll_id', '=', pollId),
        comments_count: eb
          .selectFrom('comments')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('poll_id', '=', pollId),
      }))
      .returning(COUNTERS)
      .executeTakeFirstOrThrow();
    if (endDue)
      await kysely
        .insertInto('due_ends')
        .columns(['poll_id', 'end_date'])
        .expression((eb) =>
          eb
            .selectFrom('polls')
            .select(['id', 'end_date'])
            .where('id', '=', pollId)
            .where('end_date', 'is not', null)
            .$narrowType<{ end_date: Date }>(),
        )
        .execute();
    if (activity !== null)
      await kysely.insertInto('poll_activity').values({ poll_id: pollId, score: activity }).execute();
    await kysely.updateTable('polls').set({ deleted_at: null }).where('id', '=', pollId).execute();
    return back;
  }

  /** What the decision that holds has to announce. */
  async #again({ kysely }: Transaction<Tables>, pollId: number, shows: boolean): Promise<Change> {
    const row = await kysely
      .selectFrom(shows ? 'poll_counters' : 'moderated_counters')
      .select(COUNTERS)
      .where('poll_id', '=', pollId)
      .executeTakeFirst();
    return row ? { tally: { ...toLiveTally(row, 'update'), ...(shows ? {} : { deleted: true }) } } : {};
  }
}
