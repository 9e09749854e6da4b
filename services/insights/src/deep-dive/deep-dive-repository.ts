import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Insights } from '@inkling/contracts';
import { CONFIG, Database, type Transaction } from '@inkling/platform';
import { InsightsConfig } from '../config.js';
import type { PollText } from '../polls/poll-lookup.js';
import { Quotas, type Asker, type Charge } from '../provider/quotas.js';
import { DeepDiveSource, type DeepDive } from './deep-dive-source.js';

/** A poll, its Deep Dive and its lease. */
export interface DeepDiveState {
  /** Null if the poll's event has not arrived yet. */
  readonly poll: (PollText & { readonly deleted: boolean }) | null;
  /**
   * Null if there is no Deep Dive. The text is empty if the source found nothing. While it is `fresh`, no other one is
   * written; an empty one is no longer fresh when the installation changes its kind of source.
   */
  readonly stored:
    (Pick<Insights, 'insights' | 'sources' | 'generatedAt' | 'kind' | 'passages'> & { readonly fresh: boolean }) | null;
  /** `held`: the holder is writing. `failed`: the holder has failed. Neither: the holder has crashed. */
  readonly lease: { readonly token: string; readonly held: boolean; readonly failed: boolean } | null;
}

const STATE = `
  select
    case when p.poll_id is not null then json_build_object(
      'question', p.question, 'options', p.options, 'deleted', p.deleted
    ) end as poll,
    case when d.poll_id is not null then json_build_object(
      'insights', d.body, 'sources', d.sources, 'kind', d.kind, 'passages', d.passages,
      'generatedAt', to_char(d.generated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'fresh', d.generated_at > clock_timestamp() - make_interval(days => $2) and (d.body <> '' or d.kind = $3)
    ) end as stored,
    case when l.poll_id is not null then json_build_object(
      'token', l.token, 'held', l.expires_at > clock_timestamp() and not l.failed, 'failed', l.failed
    ) end as lease
  from (select $1::bigint as poll_id) asked
    left join polls p using (poll_id) left join deep_dives d using (poll_id) left join leases l using (poll_id)`;

interface LeaseRow {
  user_id: string;
  day: string;
  networks: string[];
}
/** The charge that a lease was taken for. */
const chargeOf = ({ user_id: userId, day, networks }: LeaseRow): Charge => ({ userId: Number(userId), day, networks });

/** Texts and leases. The holder of a poll's lease is charged for the call, and only they may store the result. */
@Injectable()
export class DeepDiveRepository {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas,
    private readonly source: DeepDiveSource,
    @Inject(CONFIG) private readonly config: InsightsConfig,
  ) {}

  /** Milliseconds after which a lease expires unless it is renewed. */
  get leaseMs(): number {
    return this.config.INSIGHTS_LEASE_MS;
  }

  async state(pollId: number): Promise<DeepDiveState> {
    const [row] = await this.database.query<DeepDiveState & Record<string, unknown>>({
      name: 'deep-dive-state',
      text: STATE,
      values: this.#stateOf(pollId),
    });
    return row!;
  }

  /**
   * Takes the poll's lease and charges the asker, atomically.
   * @returns the lease's token, or undefined if there is nothing to do: the lease is held, a fresh text exists, or the
   *   poll is deleted
   * @throws ApiError as `Quotas.charge`
   */
  take(pollId: number, asker: Asker): Promise<string | undefined> {
    return this.database.transaction(async (tx) => {
      // A deletion waits for this transaction and then deletes the lease.
      const [poll] = await tx.query<{ deleted: boolean }>({
        text: 'select deleted from polls where poll_id = $1 for share',
        values: [pollId],
      });
      if (poll?.deleted) return undefined;
      const [dead] = await tx.query<LeaseRow & { held: boolean; failed: boolean }>({
        text: `select user_id, day::text, networks, failed, expires_at > clock_timestamp() and not failed as held
               from leases where poll_id = $1 for update`,
        values: [pollId],
      });
      if (dead?.held) return undefined;
      if (dead) await tx.query({ text: 'delete from leases where poll_id = $1', values: [pollId] });
      // The holder crashed before it could refund the charge.
      if (dead && !dead.failed) await this.quotas.refund(tx, chargeOf(dead), false);
      const token = randomUUID();
      const taken = await tx.query({
        text: `insert into leases (poll_id, token, user_id, day, expires_at)
               values ($1, $2, $3, 'epoch', clock_timestamp() + make_interval(secs => $4::float8 / 1000))
               on conflict do nothing returning 1`,
        values: [pollId, token, asker.userId, this.config.INSIGHTS_LEASE_MS],
      });
      if (taken.length === 0) return undefined;
      // Another holder may have finished since the caller last looked.
      const [state] = await tx.query<DeepDiveState & Record<string, unknown>>({
        text: STATE,
        values: this.#stateOf(pollId),
      });
      if (state?.stored?.fresh) {
        await tx.query({ text: 'delete from leases where poll_id = $1', values: [pollId] });
        return undefined;
      }
      const { day, networks } = await this.quotas.charge(tx, asker);
      await tx.query({
        text: 'update leases set day = $2::date, networks = $3::text[] where poll_id = $1',
        values: [pollId, day, networks],
      });
      return token;
    });
  }

  /** Extends the lease by another period; false if it was lost. */
  async renew(pollId: number, token: string): Promise<boolean> {
    const rows = await this.database.query({
      text: `update leases set expires_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
             where poll_id = $1 and token = $2 and not failed returning 1`,
      values: [pollId, token, this.config.INSIGHTS_LEASE_MS],
    });
    return rows.length > 0;
  }

  /** Stores a Deep Dive and ends the lease; false, and nothing is stored, if the lease was lost or the poll deleted. */
  store(pollId: number, token: string, { text, sources, passages }: DeepDive): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.#end(tx, pollId, token))) return false;
      const [poll] = await tx.query<{ deleted: boolean }>({
        text: 'select deleted from polls where poll_id = $1',
        values: [pollId],
      });
      if (poll?.deleted) return false;
      await tx.query({
        text: `insert into deep_dives (poll_id, body, sources, model, kind, passages)
               values ($1, $2, $3::text[], $4, $5, $6::jsonb)
               on conflict (poll_id) do update set body = excluded.body, sources = excluded.sources,
                 model = excluded.model, kind = excluded.kind, passages = excluded.passages,
                 generated_at = clock_timestamp()`,
        values: [pollId, text, sources, this.source.name, this.source.kind, JSON.stringify(passages)],
      });
      return true;
    });
  }

  /** Marks the lease as failed for everyone who waits, and refunds the charge. `free`: the provider billed nothing. */
  async fail(pollId: number, token: string, free: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [lease] = await tx.query<LeaseRow>({
        text: `update leases set failed = true, expires_at = clock_timestamp() where poll_id = $1 and token = $2
               returning user_id, day::text, networks`,
        values: [pollId, token],
      });
      if (lease) await this.quotas.refund(tx, chargeOf(lease), free);
    });
  }

  /** Ends the lease and refunds the charge, so that another replica can take over. */
  async abandon(pollId: number, token: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const lease = await this.#end(tx, pollId, token);
      if (lease) await this.quotas.refund(tx, chargeOf(lease), false);
    });
  }

  #stateOf(pollId: number): unknown[] {
    return [pollId, this.config.INSIGHTS_MAX_AGE_DAYS, this.source.kind];
  }

  async #end(tx: Transaction, pollId: number, token: string): Promise<LeaseRow | undefined> {
    const [lease] = await tx.query<LeaseRow>({
      text: 'delete from leases where poll_id = $1 and token = $2 returning user_id, day::text, networks',
      values: [pollId, token],
    });
    return lease;
  }
}
