import { Inject, Injectable } from '@nestjs/common';
import { DELETED_USER_ID } from '@inkling/contracts';
import { CONFIG, Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import { isSilenced } from '../blocks/silenced.js';
import type { NotificationsConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { waitingGroups } from './change-queue.sql.js';

/**
 * `poll_deleted` removes a poll's notifications, `block` those by one person or of their polls, `audience_left` those
 * of a person's polls for followers; the other kinds add to one.
 */
export type ChangeKind = 'vote' | 'like' | 'comment' | 'follow' | 'poll_deleted' | 'block' | 'audience_left';

/** An event to be merged into a notification. */
export interface NewChange {
  readonly recipientId: number;
  readonly kind: ChangeKind;
  /**
   * The poll; 0 for follows, each of which becomes a notification; the other person for `block` and `audience_left`.
   */
  readonly objectId: number;
  /** Absent for a change that only has the notification counted again. */
  readonly actorId?: number;
  /** A new comment; absent for a comment's deletion. */
  readonly commentId?: number;
  /** Number of votes; default 1. */
  readonly amount?: number;
  /** ISO instant. */
  readonly occurredAt: string;
}

export interface Change {
  readonly actorId: number | null;
  readonly commentId: number | null;
  readonly amount: number;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** A block or a mute keeps the actor's acts out of the recipient's notifications. */
  readonly silenced: boolean;
}

/** All changes that wait for one notification; they are merged in one transaction. */
export interface ChangeGroup {
  readonly recipientId: number;
  readonly kind: ChangeKind;
  readonly objectId: number;
}
export interface WaitingGroup extends ChangeGroup {
  /** Milliseconds that the oldest change has waited. */
  readonly age: number;
}

const APPENDED = ['recipient_id', 'kind', 'object_id', 'actor_id', 'comment_id', 'amount', 'occurred_at'] as const;
type AppendedRow = Pick<Selectable<Tables['notice_changes']>, (typeof APPENDED)[number]>;
/** Columns of the JSON in which changes travel: one event can carry votes on a thousand polls. */
const AS_CHANGES = sql`r (recipient_id bigint, kind text, object_id bigint, actor_id bigint, comment_id bigint,
  amount integer, occurred_at timestamptz)`;

const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** The queue of events that no notification shows yet (table `notice_changes`). */
@Injectable()
export class ChangeQueue {
  readonly #voteIntervalMs: number;

  constructor(
    private readonly database: Database<Tables>,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    this.#voteIntervalMs = config.VOTE_NOTICE_INTERVAL_MS;
  }

  /**
   * Queues any number of changes, but for those of or for deleted people; a poll's removal is for nobody. Votes wait
   * until an interval has passed since their notification changed: merging costs as much for one vote as for many.
   */
  async append({ kysely }: Transaction<Tables>, changes: readonly NewChange[]): Promise<void> {
    const rows = changes.map((each) => ({
      recipient_id: each.recipientId,
      kind: each.kind,
      object_id: each.objectId,
      actor_id: each.actorId,
      comment_id: each.commentId,
      amount: each.amount ?? 1,
      occurred_at: each.occurredAt,
    }));
    const appended = sql<AppendedRow>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'r'>(AS_CHANGES);
    await kysely
      .insertInto('notice_changes')
      .columns([...APPENDED, 'due_at'])
      .expression((db) =>
        db
          .selectFrom(appended)
          .select(APPENDED)
          .select((eb) =>
            eb
              .case()
              .when('r.kind', '=', 'vote')
              .then(eb.fn<Date>('greatest', [NOW, this.#nextVoteChange(eb)]))
              .else(NOW)
              .end()
              .as('due_at'),
          )
          .where((eb) => {
            const deleted = eb
              .selectFrom('purged_users as p')
              .select('p.user_id')
              .where((or) => or('p.user_id', 'in', [or.ref('r.recipient_id'), or.ref('r.actor_id')]));
            const reachable = eb.and([eb('r.recipient_id', '<>', DELETED_USER_ID), eb.not(eb.exists(deleted))]);
            return eb.or([eb('r.kind', '=', 'poll_deleted'), reachable]);
          }),
      )
      .execute();
  }

  /** Null where votes of the row `r` have no notification yet. */
  #nextVoteChange(eb: ExpressionBuilder<Tables & { r: AppendedRow }, 'r'>) {
    return eb
      .selectFrom('notices as n')
      .select(sql<Date>`n.folded_at + ${this.#voteIntervalMs}::float8 * interval '1 millisecond'`.as('at'))
      .whereRef('n.recipient_id', '=', 'r.recipient_id')
      .whereRef('n.kind', '=', 'r.kind')
      .whereRef('n.object_id', '=', 'r.object_id');
  }

  /** Queues a like unless this actor has liked the poll before. */
  async appendFirstLike(
    tx: Transaction<Tables>,
    like: { recipientId: number; objectId: number; actorId: number; occurredAt: string },
  ): Promise<void> {
    const seen = await tx.kysely
      .insertInto('poll_likes_seen')
      .values({ poll_id: like.objectId, actor_id: like.actorId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (seen.numInsertedOrUpdatedRows === 1n) await this.append(tx, [{ kind: 'like', ...like }]);
  }

  /** Queues a follow unless this actor has followed the recipient before. */
  async appendFirstFollow(
    tx: Transaction<Tables>,
    follow: { recipientId: number; actorId: number; occurredAt: string },
  ): Promise<void> {
    const seen = await tx.kysely
      .insertInto('follows_seen')
      .values({ followed_id: follow.recipientId, follower_id: follow.actorId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (seen.numInsertedOrUpdatedRows === 1n) await this.append(tx, [{ kind: 'follow', objectId: 0, ...follow }]);
  }

  /** Queues changes of no votes, so that vote notifications are looked at again and can name someone. */
  async retryNaming({ kysely }: Transaction<Tables>, groups: readonly ChangeGroup[], delayMs: number): Promise<void> {
    const rows = groups.map(({ recipientId, objectId }) => ({
      recipient_id: recipientId,
      kind: 'vote' as const,
      object_id: objectId,
      amount: 0,
      occurred_at: NOW,
      due_at: fromNow(delayMs),
    }));
    await kysely.insertInto('notice_changes').values(rows).execute();
  }

  /** Drops the votes on deleted polls, and queues the removal of those polls' notifications. */
  replaceByRemoval(groups: readonly ChangeGroup[]): Promise<void> {
    return this.database.transaction(async (tx) => {
      const dropped = await tx.kysely
        .deleteFrom('notice_changes')
        .where('kind', '=', 'vote')
        .where(
          'object_id',
          'in',
          groups.map(({ objectId }) => objectId),
        )
        .returning(['recipient_id', 'object_id'])
        .execute();
      const removals = new Map(dropped.map((change) => [change.object_id, change.recipient_id]));
      const occurredAt = new Date().toISOString();
      await this.append(
        tx,
        [...removals].map(([objectId, recipientId]) => ({ recipientId, kind: 'poll_deleted', objectId, occurredAt })),
      );
    });
  }

  /**
   * Groups that are due, of votes or of all other kinds, the longest waiting first. A group whose notification has
   * changed within `intervalMs` is left out, so that a hot poll's notification does not change with every vote.
   */
  waiting(kinds: 'votes' | 'others', limit: number, intervalMs: number): Promise<WaitingGroup[]> {
    return this.database.query<WaitingGroup>({ text: waitingGroups(kinds), values: [limit, intervalMs] });
  }

  /**
   * Removes a group's changes from the queue and returns them, oldest first; none when another process was first. The
   * caller holds the lock of the recipient, so that a block that is stored later removes what they become.
   */
  async take({ kysely }: Transaction<Tables>, { recipientId, kind, objectId }: ChangeGroup): Promise<Change[]> {
    const taken = await kysely
      .deleteFrom('notice_changes')
      .where('recipient_id', '=', recipientId)
      .where('kind', '=', kind)
      .where('object_id', '=', objectId)
      .where('due_at', '<=', NOW)
      .returning(['id', 'actor_id', 'comment_id', 'amount', 'occurred_at'])
      .returning(isSilenced(sql`${recipientId}::bigint`, sql.ref('notice_changes.actor_id')).as('silenced'))
      .execute();
    return taken
      .sort((a, b) => a.id - b.id)
      .map((change) => ({
        actorId: change.actor_id,
        commentId: change.comment_id,
        amount: change.amount,
        occurredAt: change.occurred_at.getTime(),
        silenced: change.silenced,
      }));
  }

  async postpone({ recipientId, kind, objectId }: ChangeGroup, delayMs: number): Promise<void> {
    await this.database.kysely
      .updateTable('notice_changes')
      .set({ due_at: fromNow(delayMs) })
      .where('recipient_id', '=', recipientId)
      .where('kind', '=', kind)
      .where('object_id', '=', objectId)
      .where('due_at', '<=', NOW)
      .execute();
  }

  /** Postpones a group that could not be merged, each time by as long as it has waited. */
  retry(group: WaitingGroup): Promise<void> {
    return this.postpone(group, Math.min(RETRY_MAX_MS, Math.max(RETRY_MIN_MS, group.age)));
  }

  /** Drops all changes that wait for a poll's notifications. */
  async dropPoll({ kysely }: Transaction<Tables>, pollId: number): Promise<void> {
    await kysely
      .deleteFrom('notice_changes')
      .where('object_id', '=', pollId)
      .where('kind', 'in', ['vote', 'like', 'comment', 'poll_deleted'])
      .execute();
  }
}
