import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DataExport, ExportCounts, ExportJob, ExportPart, ExportTrouble } from '@inkling/contracts';
import { Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';

/** A claim that has not reported for this time is lost, and another process begins again. */
const LEASE_MS = 60_000;
const KEY_BYTES = 16;

/** The claim that a caller holds. */
export interface Claim {
  readonly id: number;
  readonly token: string;
}

/** An export with what its state needs, read by the database's clock. */
export interface StoredExport extends DataExport {
  readonly id: number;
  readonly key: string | null;
}

const json = (counts: ExportCounts) => sql<ExportCounts>`${JSON.stringify(counts)}::jsonb`;

/** The table `exports`. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** The account's export that is making, ready or failed. With `lock`, other writers of the row wait for `tx`. */
  async current({ kysely }: Pick<Transaction<Tables>, 'kysely'>, accountId: number, lock = false) {
    const row = await kysely
      .selectFrom('exports')
      .select(['id', 'status', 'requested_at', 'due_at', 'parts', 'counts', 'trouble', 'object_keys', 'size'])
      .where('account_id', '=', accountId)
      .where('status', 'in', ['making', 'ready', 'failed'])
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst();
    if (!row) return undefined;
    const ready = row.status === 'ready';
    return {
      id: row.id,
      state: row.status as StoredExport['state'],
      requestedAt: row.requested_at.toISOString(),
      parts: row.parts,
      counts: row.counts,
      trouble: row.trouble,
      size: ready ? row.size : null,
      availableUntil: ready ? row.due_at.toISOString() : null,
      key: ready ? (row.object_keys.at(-1) ?? null) : null,
    } satisfies StoredExport;
  }

  /** The account's requests within the last week, and the seconds until the first of them is older. */
  async lately({ kysely }: Transaction<Tables>, accountId: number): Promise<{ count: number; retryAfter: number }> {
    const { count, retryAfter } = await kysely
      .selectFrom('exports')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(ceil(extract(epoch from min(requested_at) + interval '7 days' - now())), 0)::int`.as(
          'retryAfter',
        ),
      ])
      .where('account_id', '=', accountId)
      .where('requested_at', '>', sql<Date>`now() - interval '7 days'`)
      .executeTakeFirstOrThrow();
    return { count: Number(count), retryAfter: Math.max(1, retryAfter) };
  }

  /** Adds an export, unless the account has one. */
  async add({ kysely }: Transaction<Tables>, accountId: number): Promise<void> {
    await kysely
      .insertInto('exports')
      .values({ account_id: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Has the account's export removed if it is in one of these states; one that is being made stops. */
  async discard(
    { kysely }: Pick<Transaction<Tables>, 'kysely'>,
    accountId: number,
    states: readonly StoredExport['state'][],
  ): Promise<void> {
    await kysely
      .updateTable('exports')
      .set({ status: 'removing', due_at: NOW, token: null })
      .where('account_id', '=', accountId)
      .where('status', 'in', states)
      .execute();
  }

  /** Claims due jobs: exports to make, and files to remove because they are old, unwanted, or without an account. */
  async claim(limit: number): Promise<ExportJob[]> {
    return this.database.transaction(async ({ kysely }) => {
      const due = await kysely
        .selectFrom('exports')
        .select(['id', 'account_id', 'status', 'object_keys', 'requested_at'])
        .where('status', '<>', 'removed')
        .where((eb) =>
          eb.or([eb('due_at', '<=', NOW), eb.and([eb('account_id', 'is', null), eb('status', '<>', 'removing')])]),
        )
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute();
      return Promise.all(
        due.map(async ({ id, account_id: userId, status, object_keys: formerKeys, requested_at: requestedAt }) => {
          const make = status === 'making' && userId !== null;
          const [token, key] = [randomUUID(), make ? `export-${randomBytes(KEY_BYTES).toString('hex')}.zip` : null];
          await kysely
            .updateTable('exports')
            .set({ token, due_at: fromNow(LEASE_MS) })
            .set(
              key === null
                ? { status: 'removing' }
                : { object_keys: [...formerKeys, key], parts: [], attempts: sql<number>`attempts + 1` },
            )
            .where('id', '=', id)
            .execute();
          const work = make ? ('make' as const) : ('remove' as const);
          return { id, token, userId, work, key, formerKeys, requestedAt: requestedAt.toISOString() };
        }),
      );
    });
  }

  /** Renews a lease. False if the claim does not hold any more. */
  async progress(
    claim: Claim,
    state: { parts: ExportPart[]; counts: ExportCounts; trouble: ExportTrouble | null },
  ): Promise<boolean> {
    const { parts, counts, trouble } = state;
    const renewed = await this.#held(this.database, claim, 'making')
      .set({ parts, counts: json(counts), trouble, due_at: fromNow(LEASE_MS) })
      .executeTakeFirst();
    return renewed.numUpdatedRows > 0n;
  }

  /** Stores that the file is ready. @returns the account; undefined if the claim does not hold any more */
  async finish(
    tx: Transaction<Tables>,
    claim: Claim,
    file: { parts: ExportPart[]; counts: ExportCounts; size: number; keepMs: number },
  ): Promise<number | undefined> {
    const { parts, counts, size, keepMs } = file;
    const finished = await this.#held(tx, claim, 'making')
      .set({ status: 'ready', trouble: null, ready_at: NOW, due_at: fromNow(keepMs) })
      .set({ parts, counts: json(counts), size })
      .returning('account_id')
      .executeTakeFirst();
    return finished?.account_id ?? undefined;
  }

  /** The claim's export, to decide about the next attempt. */
  async attempt({ kysely }: Transaction<Tables>, { id, token }: Claim) {
    return kysely
      .selectFrom('exports')
      .select(['attempts', sql<boolean>`requested_at < now() - interval '1 day'`.as('old')])
      .where('id', '=', id)
      .where('token', '=', token)
      .where('status', '=', 'making')
      .forUpdate()
      .executeTakeFirst();
  }

  /** Ends a claim: the next attempt comes after the delay, or the export has failed and is forgotten after it. */
  async fail(
    tx: Transaction<Tables>,
    claim: Claim,
    next: { status: 'making' | 'failed'; trouble: ExportTrouble; delayMs: number },
  ): Promise<void> {
    const { status, trouble, delayMs } = next;
    await this.#held(tx, claim, 'making')
      .set({ status, trouble, token: null, due_at: fromNow(delayMs) })
      .execute();
  }

  async removed(claim: Claim): Promise<void> {
    await this.#held(this.database, claim, 'removing')
      .set({ status: 'removed', token: null, object_keys: [] })
      .execute();
  }

  /** An update of a claimed export that is still in this state. */
  #held({ kysely }: Pick<Transaction<Tables>, 'kysely'>, { id, token }: Claim, status: 'making' | 'removing') {
    return kysely.updateTable('exports').where('id', '=', id).where('token', '=', token).where('status', '=', status);
  }
}
