import type { ACCOUNT_PURGED } from '@inkling/contracts';
import { QueueWorker } from '../concurrency/queue-worker.js';
import type { Claimed } from '../concurrency/work-queue.js';
import type { Database, Transaction } from '../persistence/database.js';
import { deleteInBatches } from '../persistence/delete-in-batches.js';
import type { PurgeRequest } from './purged-user.entity.js';

/** Purges are rare, and one person's may be long; two at once leave the database to others. */
const SLOTS = 2;
const LOOK_MS = 1_000;
/** After it, another process goes on with the purge of a killed one. Two that overlap do no harm. */
const LEASE = '1 minute';

const BEGIN = `
  insert into purged_users (user_id, request, settled_at) values ($1, $2::jsonb, $3)
  on conflict (user_id) do update
    set request = excluded.request, settled_at = excluded.settled_at, confirmed_at = null, due_at = now()`;

const CLAIM = `
  with due as materialized (
    select user_id from purged_users where confirmed_at is null and due_at <= now()
    order by due_at limit $1 for update skip locked
  )
  update purged_users p set due_at = now() + interval '${LEASE}'
  from due where p.user_id = due.user_id
  returning p.request, p.settled_at <= clock_timestamp() as settled`;

const WAIT_UNTIL_SETTLED = `
  update purged_users set due_at = settled_at where user_id = $1 and confirmed_at is null`;

const CONFIRM = `
  update purged_users set confirmed_at = clock_timestamp(), request = null
  where user_id = $1 and confirmed_at is null and settled_at <= clock_timestamp()
  returning user_id`;

/** A purge that is due. */
export interface Purge {
  readonly request: PurgeRequest;
  /** No request of the person can be under way any more. */
  readonly settled: boolean;
}

/**
 * Removes a service's data of people whose accounts are deleted: once when their deletion begins, and once more when
 * nothing of theirs can be under way any more. Then it confirms, by an event in the transaction that ends the purge.
 */
export abstract class PurgeWorker extends QueueWorker<Purge> {
  readonly #database: Pick<Database, 'query' | 'transaction'>;
  readonly #confirmation: (typeof ACCOUNT_PURGED)[keyof typeof ACCOUNT_PURGED];

  constructor(
    // A service's database knows its own tables.
    // eslint-disable-next-line typescript/no-explicit-any
    database: Database<any>,
    confirmation: (typeof ACCOUNT_PURGED)[keyof typeof ACCOUNT_PURGED],
  ) {
    super(SLOTS, LOOK_MS);
    this.#database = database as Pick<Database, 'query' | 'transaction'>;
    this.#confirmation = confirmation;
  }

  /**
   * Removes the person's data in bounded steps, each committed by itself. It may be interrupted at any point and
   * repeated at any time: a repetition finds less to do.
   * @param stopping ends the purge after the step under way; it goes on after the lease
   */
  protected abstract purge(purge: Purge, stopping: AbortSignal): Promise<void>;

  /** Queues a purge, or repeats it, in the transaction that takes the event in. */
  protected async begin(tx: Pick<Transaction, 'query'>, request: PurgeRequest): Promise<void> {
    await tx.query({ text: BEGIN, values: [request.userId, JSON.stringify(request), request.settledAt] });
    this.wakeSoon();
  }

  protected async claim(limit: number): Promise<Claimed<Purge>> {
    const rows = await this.#database.query<Purge & object>({ text: CLAIM, values: [limit] });
    return { rows, more: rows.length === limit };
  }

  protected async work({ request, settled }: Purge, stopping: AbortSignal): Promise<void> {
    const { userId } = request;
    await this.purge({ request, settled }, stopping);
    if (stopping.aborted) return;
    await deleteInBatches(this.#database, { table: 'dead_letters', where: 'payload ~ $1', values: [mentions(userId)] });
    if (!settled) {
      await this.#database.query({ text: WAIT_UNTIL_SETTLED, values: [userId] });
      return;
    }
    await this.#database.transaction(async (tx) => {
      const confirmed = await tx.query({ text: CONFIRM, values: [userId] });
      if (confirmed.length > 0) await tx.publish(this.#confirmation, { userId });
    });
  }
}

const USER_FIELDS = 'userId|authorId|followerId|followedId|blockerId|blockedId|muterId|mutedId';
/** A regular expression for the JSON of an event that names the user. */
const mentions = (userId: number): string => `"(${USER_FIELDS})"\\s*:\\s*${userId}\\s*[,}]`;

/** Those of the users whose data was removed: a late event about them must store nothing. */
export async function purgedAmong(
  tx: Pick<Transaction, 'query'>,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ user_id: number }>({
    text: 'select user_id from purged_users where user_id = any($1::bigint[])',
    values: [userIds],
  });
  return new Set(rows.map((row) => row.user_id));
}
