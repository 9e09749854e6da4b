import { Injectable } from '@nestjs/common';
import { ACCOUNT_PURGED, type AccountDeletion, type AdminDeletion } from '@inkling/contracts';
import { Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql, type Selectable } from 'kysely';
import type { Tables } from '../tables.js';

const DAY_MS = 24 * 3_600_000;
/** Deletions that one run takes up at each step. */
const BATCH = 100;

/** The services that must confirm a deletion. */
export const CONFIRMING = Object.keys(ACCOUNT_PURGED);

type Row = Selectable<Tables['account_deletions']>;
export type StartedDeletion = Pick<Row, 'polls'> & { userId: number; startedAt: Date; settledAt: Date };

/** A mail about a deletion that has not been passed on. */
export interface DeletionMail {
  readonly userId: number;
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  /** When the deletion begins. */
  readonly dueAt: Date;
}

/** What the end of a deletion needs. */
export interface ConfirmedDeletion {
  readonly userId: number;
  readonly mailId: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

const view = ({ polls, requested_at, due_at }: Pick<Row, 'polls' | 'requested_at' | 'due_at'>): AccountDeletion => ({
  polls,
  requestedAt: requested_at.toISOString(),
  dueAt: due_at.toISOString(),
});

/** The stored deletions. The database's clock decides what is due. */
@Injectable()
export class DeletionsRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** The deletion that waits for its day. */
  async pending(userId: number): Promise<AccountDeletion | null> {
    const row = await this.database.kysely
      .selectFrom('account_deletions')
      .select(['polls', 'requested_at', 'due_at'])
      .where('account_id', '=', userId)
      .where('started_at', 'is', null)
      .executeTakeFirst();
    return row ? view(row) : null;
  }

  /** Asks for a deletion; a repetition changes what becomes of the polls. The account must be locked. */
  async request(
    tx: Transaction<Tables>,
    userId: number,
    polls: AccountDeletion['polls'],
    days: number,
  ): Promise<AccountDeletion> {
    const row = await tx.kysely
      .insertInto('account_deletions')
      .values({ account_id: userId, polls, due_at: fromNow(days * DAY_MS) })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ polls }))
      .returning(['polls', 'requested_at', 'due_at'])
      .executeTakeFirstOrThrow();
    return view(row);
  }

  /** A deletion that is due at once, without a mail that confirms the request. The account must be locked. */
  async requestNow(tx: Transaction<Tables>, userId: number, polls: AccountDeletion['polls']): Promise<void> {
    await this.request(tx, userId, polls, 0);
    await tx.kysely
      .updateTable('account_deletions')
      .set({ due_at: NOW, request_mail_id: null })
      .where('account_id', '=', userId)
      .where('started_at', 'is', null)
      .execute();
  }

  /** @returns false if there is no deletion, or it has begun */
  async withdraw(tx: Transaction<Tables>, userId: number): Promise<boolean> {
    const { numDeletedRows } = await tx.kysely
      .deleteFrom('account_deletions')
      .where('account_id', '=', userId)
      .where('started_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Requests whose mail has not been passed on. */
  requestMails(): Promise<DeletionMail[]> {
    return this.database.kysely
      .selectFrom('account_deletions as d')
      .innerJoin('accounts as a', 'a.id', 'd.account_id')
      .select(['a.id as userId', 'a.email', 'a.email_verified as emailVerified', 'a.name', 'd.due_at as dueAt'])
      .select('d.request_mail_id as id')
      .where('d.started_at', 'is', null)
      .where('d.request_mail_id', 'is not', null)
      .limit(BATCH)
      .$narrowType<{ id: string }>()
      .execute();
  }

  async requestMailed({ userId, id }: Pick<DeletionMail, 'userId' | 'id'>): Promise<void> {
    await this.database.kysely
      .updateTable('account_deletions')
      .set({ request_mail_id: null })
      .where('account_id', '=', userId)
      .where('request_mail_id', '=', id)
      .execute();
  }

  /** Accounts whose deletion is due and has not begun. */
  async due(): Promise<number[]> {
    const rows = await this.database.kysely
      .selectFrom('account_deletions')
      .select('account_id')
      .where('started_at', 'is', null)
      .where('due_at', '<=', NOW)
      .orderBy('due_at')
      .limit(BATCH)
      .execute();
    return rows.map((row) => row.account_id);
  }

  /**
   * Marks a due deletion as begun, and keeps what its end needs. The account must be locked, if it exists.
   * @returns undefined if it was taken back, is not due or was begun by another process
   */
  async start(
    tx: Transaction<Tables>,
    userId: number,
    kept: { email: string | null; emailVerified: boolean; name: string | null; sessionIds: readonly string[] },
    settleMs: number,
  ): Promise<StartedDeletion | undefined> {
    const row = await tx.kysely
      .updateTable('account_deletions')
      .set({
        started_at: NOW,
        announced_at: NOW,
        settled_at: fromNow(settleMs),
        email: kept.email,
        email_verified: kept.emailVerified,
        name: kept.name,
        session_ids: [...kept.sessionIds],
      })
      .where('account_id', '=', userId)
      .where('started_at', 'is', null)
      .where('due_at', '<=', NOW)
      .returning(['polls', 'started_at', 'settled_at'])
      .$narrowType<{ started_at: Date; settled_at: Date }>()
      .executeTakeFirst();
    return row && { userId, polls: row.polls, startedAt: row.started_at, settledAt: row.settled_at };
  }

  /** Deletions that some service should have confirmed long ago; they count as told again. */
  async takeUnconfirmed(
    tx: Transaction<Tables>,
    afterMs: number,
  ): Promise<(StartedDeletion & { email: string | null })[]> {
    const rows = await tx.kysely
      .updateTable('account_deletions')
      .set({ announced_at: NOW })
      .where('started_at', 'is not', null)
      .where('finished_at', 'is', null)
      .where('announced_at', '<', fromNow(-afterMs))
      .where('settled_at', '<', fromNow(-afterMs))
      .returning([
        'account_id as userId',
        'polls',
        'started_at as startedAt',
        'settled_at as settledAt',
        'email',
        'email_verified',
      ])
      .$narrowType<{ startedAt: Date; settledAt: Date }>()
      .execute();
    return rows.map(({ email_verified, email, ...row }) => ({ ...row, email: email_verified ? email : null }));
  }

  /** Confirming twice changes nothing. A deletion of which a restored database knows nothing is not confirmed. */
  async confirm(tx: Transaction<Tables>, userId: number, service: string): Promise<void> {
    await tx.kysely
      .insertInto('account_deletion_confirmations')
      .columns(['account_id', 'service'])
      .expression((eb) =>
        eb
          .selectFrom('account_deletions')
          .select(['account_id', sql<string>`${service}::text`.as('service')])
          .where('account_id', '=', userId)
          .where('started_at', 'is not', null),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Running deletions that every service has confirmed. */
  confirmed(): Promise<ConfirmedDeletion[]> {
    return this.database.kysely
      .selectFrom('account_deletions as d')
      .select([
        'd.account_id as userId',
        'd.done_mail_id as mailId',
        'd.email',
        'd.email_verified as emailVerified',
        'd.name',
      ])
      .where('d.started_at', 'is not', null)
      .where('d.finished_at', 'is', null)
      .where('d.settled_at', '<=', NOW)
      .where(
        (eb) =>
          eb
            .selectFrom('account_deletion_confirmations as c')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('c.account_id', '=', 'd.account_id')
            .where('c.service', 'in', CONFIRMING),
        '=',
        CONFIRMING.length,
      )
      .limit(BATCH)
      .execute();
  }

  /** Ends a deletion: what stays are an id, dates and the services that have confirmed. */
  async finish(userId: number): Promise<void> {
    await this.database.kysely
      .updateTable('account_deletions')
      .set({ finished_at: NOW, email: null, name: null, session_ids: [] })
      .where('account_id', '=', userId)
      .where('finished_at', 'is', null)
      .execute();
  }

  /** For the operator, in the order of ids. */
  async list(after: number, all: boolean, limit: number): Promise<AdminDeletion[]> {
    const rows = await this.database.kysely
      .selectFrom('account_deletions as d')
      .select(['account_id', 'polls', 'requested_at', 'due_at', 'started_at', 'finished_at'])
      .select(HANGING.as('hanging'))
      .select((eb) =>
        eb
          .selectFrom('account_deletion_confirmations as c')
          .select(sql<string[]>`coalesce(array_agg(c.service), '{}')`.as('services'))
          .whereRef('c.account_id', '=', 'd.account_id')
          .as('confirmed'),
      )
      .where('account_id', '>', after)
      .$if(!all, (query) => query.where('finished_at', 'is', null))
      .orderBy('account_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      userId: row.account_id,
      polls: row.polls,
      state: row.finished_at ? 'done' : row.hanging ? 'hanging' : row.started_at ? 'running' : 'pending',
      requestedAt: row.requested_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
      finishedAt: row.finished_at?.toISOString() ?? null,
      missing: row.started_at ? CONFIRMING.filter((service) => !row.confirmed?.includes(service)) : [],
    }));
  }

  /** How many deletions wait for their day, run, and hang. */
  async counts(): Promise<Record<'pending' | 'running' | 'hanging', number>> {
    return this.database.kysely
      .selectFrom('account_deletions')
      .select([
        sql<number>`count(*) filter (where started_at is null)::int`.as('pending'),
        sql<number>`count(*) filter (where started_at is not null)::int`.as('running'),
        sql<number>`count(*) filter (where ${HANGING})::int`.as('hanging'),
      ])
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow();
  }
}

/** Begun more than an hour ago, and not confirmed by everyone. */
const HANGING = sql<boolean>`(started_at < now() - interval '1 hour' and finished_at is null)`;
