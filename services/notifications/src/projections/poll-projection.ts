import { Injectable } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** The data of a poll that notifications need. */
export interface KnownPoll {
  /** Null until the poll's creation has arrived. */
  readonly question: string | null;
  /** Texts of the options that led at its end; null before. */
  readonly leaders: string[] | null;
  readonly forFollowers: boolean;
  readonly deleted: boolean;
}

/** A poll in an event; only its creation carries `createdAt`, and only its end `leaders`. */
interface AnnouncedPoll {
  readonly pollId: number;
  readonly authorId: number;
  readonly question: string;
  readonly createdAt?: string;
  readonly leaders?: string[] | undefined;
  readonly visibility?: 'unlisted' | 'followers' | undefined;
}

const KNOWN = ['question', 'leaders', 'for_followers as forFollowers', 'deleted'] as const;

/** After this time, a poll's creation is no longer waited for. */
const ASK_AFTER_MS = 1_000;
const WAIT_FOR_CREATION_MS = 200;

/** Polls as the polls service last announced them. */
@Injectable()
export class PollProjection {
  constructor(
    private readonly database: Database<Tables>,
    private readonly rpc: RpcClient,
  ) {}

  find(pollId: number): Promise<KnownPoll | undefined> {
    return this.database.kysely
      .selectFrom('poll_activity')
      .select(KNOWN)
      .where('poll_id', '=', pollId)
      .executeTakeFirst();
  }

  /**
   * The poll's row, created if necessary and locked until the end of the transaction. Every change to a poll's
   * notifications takes this lock first.
   */
  lock(tx: Transaction<Tables>, pollId: number, authorId: number): Promise<KnownPoll> {
    return tx.kysely
      .insertInto('poll_activity')
      .values({ poll_id: pollId, author_id: authorId })
      .onConflict((conflict) =>
        conflict.column('poll_id').doUpdateSet((eb) => ({ author_id: eb.ref('poll_activity.author_id') })),
      )
      .returning(KNOWN)
      .executeTakeFirstOrThrow();
  }

  /**
   * Makes sure that a poll's question is known before a notification shows it. The poll's creation usually arrives soon
   * after the first event about it; later the polls service is asked, because the poll may be older than what event
   * streams keep. A poll that no longer exists counts as deleted.
   * @param waitedMs how long the event has waited for the poll
   * @returns milliseconds to wait before the next attempt; 0 when the poll is known
   * @throws ApiError `unavailable`
   */
  async ensureKnown(pollId: number, authorId: number, waitedMs: number): Promise<number> {
    const known = await this.find(pollId);
    if (known && (known.deleted || known.question !== null)) return 0;
    if (waitedMs < ASK_AFTER_MS) return WAIT_FOR_CREATION_MS;
    const { polls } = await this.rpc.call(pollsRpc.export, { after: pollId - 1, limit: 1, all: true });
    const poll = polls.find((each) => each.pollId === pollId);
    if (poll) await this.store(this.database.kysely, poll);
    else await this.markDeleted(this.database.kysely, pollId, authorId);
    return 0;
  }

  /** @returns false when the poll has been deleted; it then stays so */
  async store(
    kysely: Kysely<Tables>,
    { pollId, authorId, question, createdAt, leaders, visibility }: AnnouncedPoll,
  ): Promise<boolean> {
    const poll = {
      author_id: authorId,
      question,
      ...(createdAt && { created_at: new Date(createdAt) }),
      ...(leaders && { leaders }),
      ...(visibility === 'followers' && { for_followers: true }),
    };
    const stored = await kysely
      .insertInto('poll_activity')
      .values({ poll_id: pollId, ...poll })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet(poll).where('poll_activity.deleted', '=', false))
      .executeTakeFirstOrThrow();
    return stored.numInsertedOrUpdatedRows === 1n;
  }

  async markDeleted(kysely: Kysely<Tables>, pollId: number, authorId: number): Promise<void> {
    await kysely
      .insertInto('poll_activity')
      .values({ poll_id: pollId, author_id: authorId, deleted: true })
      .onConflict((conflict) =>
        conflict
          .column('poll_id')
          .doUpdateSet({ votes: 0, named_votes: 0, question: null, leaders: null, deleted: true, hidden: false }),
      )
      .execute();
  }

  /** Undefined for a poll of which nothing is known. */
  async authorOf({ kysely }: Transaction<Tables>, pollId: number): Promise<number | undefined> {
    const poll = kysely.selectFrom('poll_activity').select('author_id').where('poll_id', '=', pollId);
    return (await poll.executeTakeFirst())?.author_id;
  }

  /**
   * A hidden poll is treated as a deleted one. The question of one that shows again is asked for when it is needed.
   * @returns false when a later decision is known, or the poll is deleted
   */
  async setHidden(
    { kysely }: Transaction<Tables>,
    { pollId, authorId, hidden, version }: { pollId: number; authorId: number; hidden: boolean; version: number },
  ): Promise<boolean> {
    const decided = { hidden, deleted: hidden, moderation_version: version };
    const stored = await kysely
      .insertInto('poll_activity')
      .values({ poll_id: pollId, author_id: authorId, ...decided })
      .onConflict((conflict) =>
        conflict
          .column('poll_id')
          .doUpdateSet({ ...decided, ...(hidden ? { question: null } : {}) })
          .where('poll_activity.moderation_version', '<', version)
          .where((eb) => eb.or([eb('poll_activity.deleted', '=', false), eb('poll_activity.hidden', '=', true)])),
      )
      .executeTakeFirstOrThrow();
    return stored.numInsertedOrUpdatedRows === 1n;
  }
}
