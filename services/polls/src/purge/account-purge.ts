import { Injectable } from '@nestjs/common';
import {
  ACCOUNT_PURGED,
  DELETED_USER_ID,
  accountDeletionStarted,
  commentsSubject,
  pollUnliked,
  type EventData,
} from '@inkling/contracts';
import {
  Database,
  LAST_VERSION,
  LiveBus,
  OnEvent,
  Outbox,
  PurgeWorker,
  deleteInBatches,
  repeatInBatches,
  type Purge,
  type Transaction,
} from '@inkling/platform';
import { sql } from 'kysely';
import { CommentsRepository } from '../comments/comments.repository.js';
import { FeedCache } from '../feed/feed-cache.js';
import { HiddenUsers } from '../hidden/hidden-users.js';
import { UNLIKE_FOR_PURGE, type ChangedLikeRow } from '../likes/likes.sql.js';
import { LiveTallies, toLiveTally } from '../live/live-tallies.js';
import { PollDeletion } from '../polls/poll-deletion.js';
import { PollsRepository } from '../polls/polls.repository.js';
import { AuthorAudiences } from '../followers/author-audiences.js';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 200;
/** Every column that holds a user's id, and what a purge does with it. */
export const USER_COLUMNS = {
  'authors.user_id': 'stays without name, as a tombstone',
  'polls.author_id': 'deleted, or moved to DELETED_USER_ID',
  'votes.user_id': 'replaced by a random negative number',
  'likes.user_id': 'deleted',
  'saves.user_id': 'deleted',
  'reminders.user_id': 'deleted',
  'comments.user_id': 'deleted',
  'moderated_comments.user_id': 'deleted',
  'chosen_topics.user_id': 'deleted',
  'hidden_users.viewer_id': 'deleted',
  'hidden_users.user_id': 'deleted',
  'viewer_filters.viewer_id': 'deleted',
  'restricted_authors.user_id': 'deleted',
  'audience_follows.author_id': 'deleted',
  'audience_follows.follower_id': 'deleted',
  'person_limits.user_id': 'deleted',
  'purged_users.user_id': 'stays, as a tombstone',
} as const;

/** Removes a person from polls, votes, likes, saves, reminders and comments (docs/product.md#deleting-an-account). */
@Injectable()
export class AccountPurge extends PurgeWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly deletion: PollDeletion,
    private readonly comments: CommentsRepository,
    private readonly outbox: Outbox,
    private readonly live: LiveTallies,
    private readonly bus: LiveBus,
    private readonly feed: FeedCache,
    private readonly hidden: HiddenUsers,
    private readonly audiences: AuthorAudiences,
  ) {
    super(database, ACCOUNT_PURGED.polls);
  }

  @OnEvent(accountDeletionStarted)
  onStarted(request: EventData<typeof accountDeletionStarted>, tx: Transaction<Tables>): Promise<void> {
    return this.begin(tx, request);
  }

  protected async purge({ request, settled }: Purge, stopping: AbortSignal): Promise<void> {
    const { userId, polls } = request;
    await this.#removeProfile(userId);
    // First: nobody is out of the person's sight then, whose comments and likes there would stay.
    await this.hidden.forget(userId, stopping);
    await this.#deletePolls(userId, 'hidden', stopping);
    // They stay for those who have followed the person, and soon nobody has.
    await this.#deletePolls(userId, 'for followers', stopping);
    // Without a name, polls of somebody silenced would show to everybody.
    if (polls === 'delete' || (await this.audiences.isSilenced(userId)))
      await this.#deletePolls(userId, 'shown', stopping);
    else await this.#movePolls(userId, stopping);
    // One that was published or came back meanwhile has not moved.
    await this.#deletePolls(userId, 'for followers', stopping);
    // Twice, because a poll may be hidden or come back between two steps.
    for (const _round of [1, 2]) {
      await this.#deleteComments(userId, stopping);
      await this.#unlike(userId, stopping);
      for (const table of ['likes', 'comments'] as const) await this.#deleteOfHidden(table, userId, stopping);
    }
    for (const [table, where] of [
      ['saves', `user_id = $1 and created_at > '-infinity'`],
      ['reminders', `user_id = $1 and created_at > '-infinity'`],
      ['moderated_comments', 'user_id = $1'],
      ['chosen_topics', 'user_id = $1'],
      ['person_limits', 'user_id = $1'],
    ] as const)
      await deleteInBatches(this.database, { table, where, values: [userId], locked: 'wait', stopping });
    // Until now it also says that polls of the person do not stay.
    if (settled) await this.audiences.forget(userId, stopping);
    // A vote under way would otherwise find no earlier one, and count twice.
    if (settled) await repeatInBatches({ batch: BATCH, stopping }, () => this.#detachVotes(userId));
  }

  /** The row stays for the foreign key of polls; its version keeps late profile events out. */
  async #removeProfile(userId: number): Promise<void> {
    const facts = { email_verified: false, joined_at: null };
    const gone = { name: null, username: null, profile_picture: null, ...facts, version: LAST_VERSION };
    for (const user_id of [userId, DELETED_USER_ID])
      await this.database.kysely
        .insertInto('authors')
        .values({ user_id, ...gone })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(gone))
        .execute();
    this.feed.changed();
  }

  /** Polls that acts hide are deleted in any case: nobody could appeal, and nobody sees them. */
  async #deletePolls(
    userId: number,
    which: 'shown' | 'hidden' | 'for followers',
    stopping: AbortSignal,
  ): Promise<void> {
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const polls = await this.database.kysely
        .selectFrom('polls')
        .select('id')
        .where('author_id', '=', userId)
        .where(which === 'hidden' ? 'moderated' : 'deleted_at', which === 'hidden' ? 'is not' : 'is', null)
        .$if(which === 'for followers', (query) => query.where('visibility', '=', 'followers'))
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const { id } of polls) {
        if (stopping.aborted) break;
        await this.deletion.deleteFinally(id);
        // Its event would do the same later. So the confirmation says that the words are gone.
        await this.polls.purgeRows(id);
        await this.database.transaction((tx) => this.polls.purgePoll(tx, id));
      }
      return polls.length;
    });
  }

  async #movePolls(userId: number, stopping: AbortSignal): Promise<void> {
    await repeatInBatches({ batch: BATCH, stopping }, () =>
      this.database.transaction((tx) => this.#moveSome(tx, userId)),
    );
    this.feed.changed();
  }

  /** Moves a batch of polls to DELETED_USER_ID, and counts them there. */
  async #moveSome({ kysely }: Transaction<Tables>, userId: number): Promise<number> {
    const { numUpdatedRows } = await kysely
      .updateTable('polls')
      .set({ author_id: DELETED_USER_ID })
      // Checked again on a row that an overlapping purge has moved meanwhile, so that it counts once.
      .where('author_id', '=', userId)
      .where('visibility', '<>', 'followers')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('polls as p')
          .select('p.id')
          .where('p.author_id', '=', userId)
          .where('p.visibility', '<>', 'followers')
          .where('p.deleted_at', 'is', null)
          .orderBy('p.id')
          .limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    const moved = Number(numUpdatedRows);
    for (const [id, more] of [
      [userId, -moved],
      [DELETED_USER_ID, moved],
    ] as const)
      await kysely
        .updateTable('authors')
        .set({ polls_count: sql<number>`greatest(0, polls_count + ${more}::int)` })
        .where('user_id', '=', id)
        .execute();
    return moved;
  }

  async #deleteComments(userId: number, stopping: AbortSignal): Promise<void> {
    let after = 0;
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const comments = await this.database.kysely
        .selectFrom('comments')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const { id: commentId } of comments) {
        if (stopping.aborted) break;
        after = commentId;
        const deletion = await this.comments.delete(commentId, userId);
        if (deletion.outcome !== 'deleted') continue;
        const pollId = deletion.tally.poll_id;
        this.bus.publish(commentsSubject(pollId), { action: 'deleted', pollId, commentId });
        this.live.mark(toLiveTally(deletion.tally, 'update'));
      }
      return comments.length;
    });
  }

  /** As the person would do it, so that the count falls and everyone sees it. */
  async #unlike(userId: number, stopping: AbortSignal): Promise<void> {
    let after = 0;
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const likes = await this.database.kysely
        .selectFrom('likes as l')
        .innerJoin('poll_counters as c', 'c.poll_id', 'l.poll_id')
        .select('l.poll_id as pollId')
        .where('l.user_id', '=', userId)
        .where('l.poll_id', '>', after)
        .orderBy('l.poll_id')
        .limit(BATCH)
        .execute();
      for (const { pollId } of likes) {
        if (stopping.aborted) break;
        after = pollId;
        const event = this.outbox.openRow(pollUnliked);
        const [row] = await this.database.query<ChangedLikeRow>({
          name: 'purge-unlike',
          text: UNLIKE_FOR_PURGE,
          values: [pollId, userId, event.eventId, event.subject, event.head],
        });
        if (!row || row.changed_at === null) continue;
        this.outbox.wake();
        this.live.mark(toLiveTally(row, 'update'));
      }
      return likes.length;
    });
  }

  /**
   * Deletes the person's likes or comments on hidden polls, which have no counts. It locks the polls because a poll
   * that returns counts its likes and comments again, and would include rows that are being deleted.
   */
  async #deleteOfHidden(table: 'likes' | 'comments', userId: number, stopping: AbortSignal): Promise<void> {
    await repeatInBatches({ batch: BATCH, stopping }, () =>
      this.database.transaction(async ({ kysely }) => {
        const hidden = await kysely
          .selectFrom('polls as p')
          .select('p.id')
          .where('p.id', 'in', (eb) => eb.selectFrom(table).select('poll_id').where('user_id', '=', userId))
          .where((eb) =>
            eb.not(
              eb.exists(eb.selectFrom('poll_counters as c').select('c.poll_id').whereRef('c.poll_id', '=', 'p.id')),
            ),
          )
          .orderBy('p.id')
          .limit(BATCH)
          .forShare()
          .execute();
        if (hidden.length === 0) return 0;
        await kysely
          .deleteFrom(table)
          .where('user_id', '=', userId)
          .where(
            'poll_id',
            'in',
            hidden.map(({ id }) => id),
          )
          // One that came back while its lock was awaited has counts again, and loses the person as others do.
          .where((eb) =>
            eb.not(
              eb.exists(
                eb.selectFrom('poll_counters as c').select('c.poll_id').whereRef('c.poll_id', '=', `${table}.poll_id`),
              ),
            ),
          )
          .execute();
        return hidden.length;
      }),
    );
  }

  /**
   * Takes the person out of a batch of votes, which stay counted. Each vote gets a random negative number in the
   * statement that removes the id, and nothing records which number replaced which id (ADR 28). If a number is
   * taken, the statement fails and the purge is repeated.
   */
  async #detachVotes(userId: number): Promise<number> {
    const { numUpdatedRows } = await this.database.kysely
      .with(
        (cte) => cte('chosen').materialized(),
        (db) =>
          db
            .selectFrom('votes')
            .select('poll_id')
            .where('user_id', '=', userId)
            .where(sql<boolean>`created_at > '-infinity'`)
            .orderBy('created_at')
            .orderBy('poll_id')
            .limit(BATCH),
      )
      .updateTable('votes as v')
      .from('chosen')
      .set({ user_id: sql<number>`-(1 + floor(random() * 9007199254740990))::bigint` })
      .whereRef('v.poll_id', '=', 'chosen.poll_id')
      .where('v.user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }
}
