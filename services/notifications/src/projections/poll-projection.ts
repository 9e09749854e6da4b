import { Injectable } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';

/** The data of a poll that notifications need. A deleted poll's row stays, even when the deletion arrived first. */
export interface KnownPoll {
  readonly pollId: number;
  readonly authorId: number;
  /** Null until the poll's creation has arrived. */
  readonly question: string | null;
  readonly votes: number;
  /** The number of votes when voters were last drawn. */
  readonly namedVotes: number;
  readonly deleted: boolean;
}

/** A poll in an event; only its creation carries `createdAt`. */
interface AnnouncedPoll {
  readonly pollId: number;
  readonly authorId: number;
  readonly question: string;
  readonly createdAt?: string;
}

const COLUMNS = `
  poll_id::float8 as "pollId", author_id::float8 as "authorId", question, votes::float8 as votes,
  named_votes::float8 as "namedVotes", deleted`;

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
      text: `select ${COLUMNS} from poll_activity where poll_id = $1`,
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
        returning ${COLUMNS}`,
      values: [pollId, authorId],
    });
    return row!;
  }

  async setVotes(tx: Transaction, pollId: number, votes: number, namedVotes: number): Promise<void> {
    await tx.query({
      name: 'poll-votes',
      text: 'update poll_activity set votes = $2, named_votes = $3 where poll_id = $1',
      values: [pollId, votes, namedVotes],
    });
  }

  /**
   * Asks the polls service for a poll whose creation has not arrived; it may be older than what event streams keep. A
   * poll that no longer exists counts as deleted.
   * @throws ApiError `unavailable`
   */
  async fetch(pollId: number, authorId: number): Promise<void> {
    const { polls } = await this.rpc.call(pollsRpc.export, { after: pollId - 1, limit: 1 });
    const poll = polls.find((each) => each.pollId === pollId);
    if (poll) {
      await this.store(this.database, poll);
    } else {
      await this.markDeleted(this.database, pollId, authorId);
    }
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
