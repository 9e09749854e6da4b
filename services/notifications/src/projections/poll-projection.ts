import { Injectable } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';

/** The data of a poll that notifications need. A deleted poll's row stays, even when the deletion arrived first. */
export interface KnownPoll {
  /** Null until the poll's creation has arrived. */
  readonly question: string | null;
  readonly deleted: boolean;
}

/** A poll in an event; only its creation carries `createdAt`. */
interface AnnouncedPoll {
  readonly pollId: number;
  readonly authorId: number;
  readonly question: string;
  readonly createdAt?: string;
}

/** After this time, a poll's creation is no longer waited for. */
const ASK_AFTER_MS = 1_000;
const WAIT_FOR_CREATION_MS = 200;

/** Polls as the polls service last announced them. */
@Injectable()
export class PollProjection {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  async find(pollId: number): Promise<KnownPoll | undefined> {
    const [row] = await this.database.query<KnownPoll>({
      name: 'poll-find',
      text: `select question, deleted from poll_activity where poll_id = $1`,
      values: [pollId],
    });
    return row;
  }

  /**
   * The poll's row, created if necessary and locked until the end of the transaction. Every change to a poll's
   * notifications takes this lock first.
   */
  async lock(tx: Transaction, pollId: number, authorId: number): Promise<KnownPoll> {
    const [row] = await tx.query<KnownPoll>({
      name: 'poll-lock',
      text: `
        insert into poll_activity (poll_id, author_id) values ($1, $2)
        on conflict (poll_id) do update set author_id = poll_activity.author_id
        returning question, deleted`,
      values: [pollId, authorId],
    });
    return row!;
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
    const { polls } = await this.rpc.call(pollsRpc.export, { after: pollId - 1, limit: 1 });
    const poll = polls.find((each) => each.pollId === pollId);
    if (poll) await this.store(this.database, poll);
    else await this.markDeleted(this.database, pollId, authorId);
    return 0;
  }

  /** @returns false when the poll has been deleted; it then stays so */
  async store(tx: Pick<Transaction, 'query'>, poll: AnnouncedPoll): Promise<boolean> {
    const stored = await tx.query({
      text: `
        insert into poll_activity as a (poll_id, author_id, question, created_at) values ($1, $2, $3, $4)
        on conflict (poll_id) do update set author_id = excluded.author_id, question = excluded.question,
          created_at = coalesce(excluded.created_at, a.created_at)
        where not a.deleted returning 1`,
      values: [poll.pollId, poll.authorId, poll.question, poll.createdAt ?? null],
    });
    return stored.length > 0;
  }

  async markDeleted(tx: Pick<Transaction, 'query'>, pollId: number, authorId: number): Promise<void> {
    await tx.query({
      text: `
        insert into poll_activity (poll_id, author_id, deleted) values ($1, $2, true)
        on conflict (poll_id) do update set votes = 0, named_votes = 0, question = null, deleted = true`,
      values: [pollId, authorId],
    });
  }
}
