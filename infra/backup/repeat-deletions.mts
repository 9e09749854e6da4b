import type { Client } from 'pg';
import type { DeletionList } from './deletion-lists.mts';

/** What a restored database has learned from lists of deletions. */
export interface Repeated {
  /** Accounts whose deletion had begun; it begins again when auth starts, before it answers anyone. */
  begun: number;
  /** Accounts that wait for their day, as they did before the loss. */
  pending: number;
  /** Requests in the restored database that were taken back after it. */
  withdrawn: number;
  /** Where the lists of another installation were found; they are not used. */
  strange: string[];
  /** The moment of the newest list that was used. */
  upTo?: string;
}

/** The entries of a list, joined with the accounts that have these ids now; an id may belong to another person. */
const LISTED = `listed as (
  select (entry->>0)::bigint as account_id, entry->>1 as polls, (entry->>2)::timestamptz as requested_at,
    (entry->>3)::timestamptz as due_at, (entry->>4)::timestamptz as started_at
  from jsonb_array_elements($1::jsonb->'deletions') as entry
), own as (
  select listed.* from listed join auth.accounts a on a.id = listed.account_id
  where not a.probe and a.created_at <= listed.requested_at
)`;

/** A deletion that has begun is due at once; auth then carries it out like any other. */
const BEGUN = `with ${LISTED}
  insert into auth.account_deletions as d (account_id, polls, requested_at, due_at, request_mail_id)
  select account_id, polls, requested_at, now(), null from own where started_at is not null
  on conflict (account_id) do update
    set polls = excluded.polls, requested_at = excluded.requested_at, due_at = excluded.due_at, request_mail_id = null
    where d.started_at is null
  returning account_id`;

const PENDING = `with ${LISTED}
  insert into auth.account_deletions as d (account_id, polls, requested_at, due_at, request_mail_id)
  select account_id, polls, requested_at, due_at, null from own where started_at is null
  on conflict (account_id) do update
    set polls = excluded.polls, requested_at = excluded.requested_at, due_at = excluded.due_at
    where d.started_at is null
  returning account_id`;

const WITHDRAWN = `with ${LISTED}
  delete from auth.account_deletions d
  where d.started_at is null and d.requested_at <= $2 and not exists (
    select from listed where listed.account_id = d.account_id)
  returning account_id`;

/**
 * The oldest accounts that both the list and the database have were created at the same moments. If they share none,
 * the deletions decide: no account with a listed id is younger than its deletion.
 */
const SAME_INSTALLATION = `select coalesce(
    (select bool_and(a.created_at = (entry->>1)::timestamptz)
     from jsonb_array_elements($1::jsonb->'accounts') as entry join auth.accounts a on a.id = (entry->>0)::bigint),
    (select bool_and(a.created_at <= (entry->>2)::timestamptz)
     from jsonb_array_elements($1::jsonb->'deletions') as entry join auth.accounts a on a.id = (entry->>0)::bigint),
    false) as same`;

/**
 * Carries lists of deletions over into a database as of an earlier moment (ADR 28): deletions that had begun begin
 * again, pending ones wait for their day, and requests that were taken back are gone. An account that is younger than
 * the listed deletion has the id of another one, and stays. Repeating it changes nothing.
 * @param client the owner's, in a transaction
 * @param asOf ISO instant of the database
 */
export async function repeatDeletions(client: Client, lists: readonly DeletionList[], asOf: string): Promise<Repeated> {
  const result: Repeated = { begun: 0, pending: 0, withdrawn: 0, strange: [] };
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('auth.account_deletions') is not null as known`,
  );
  // A database of an older version, which gets the table with its migrations.
  if (!rows[0].known) return result;
  const own: DeletionList[] = [];
  for (const list of lists) {
    const same = await client.query<{ same: boolean }>(SAME_INSTALLATION, [list.text]);
    if (same.rows[0].same) own.push(list);
    else result.strange.push(list.from);
  }
  const change = async (statement: string, ...values: string[]) =>
    (await client.query<{ account_id: string }>(statement, values)).rows.map((row) => row.account_id);
  own.sort((a, b) => Date.parse(a.moment) - Date.parse(b.moment));
  const newest = own.at(-1);
  result.upTo = newest?.moment;
  if (newest && Date.parse(newest.moment) > Date.parse(asOf)) {
    result.withdrawn = (await change(WITHDRAWN, newest.text, newest.moment)).length;
    result.pending = (await change(PENDING, newest.text)).length;
  }
  const begun = new Set<string>();
  for (const { text } of own) for (const id of await change(BEGUN, text)) begun.add(id);
  result.begun = begun.size;
  return result;
}
