import { ABSTAINED, DELETED_USER_ID, ORDERS } from '@inkling/contracts';
import type { Client } from 'pg';

/**
 * Columns that name rows of a table by its `id` without a foreign key: in another schema, or for the speed of votes.
 * A poll's row is removed after everything that belongs to it. Of accounts that were deleted, `auth.account_deletions`
 * keeps the id; their votes have a negative number instead, and polls that stay have DELETED_USER_ID (ADR 28).
 */
const REFERENCES = {
  'polls.polls': ['polls.votes.poll_id'],
  'auth.accounts': [
    'polls.votes.user_id',
    'polls.likes.user_id',
    'polls.saves.user_id',
    'polls.reminders.user_id',
    'polls.comments.user_id',
    'polls.polls.author_id',
    'social.follows.follower_id',
    'social.follows.following_id',
    'social.profiles.user_id',
    'search.user_documents.user_id',
    'notifications.profiles.user_id',
    'notifications.notices.recipient_id',
    'notifications.push_tokens.user_id',
  ],
};

/** Finds polls whose counter differs from the number of rows. */
const miscounted = (table: string) => `
  select c.poll_id as example from polls.poll_counters c
  left join (select poll_id, count(*) as number from polls.${table} group by poll_id) r using (poll_id)
  where c.${table}_count <> coalesce(r.number, 0)`;

/** What holds between votes and counters. */
const VOTES = {
  'votes of polls': `
    select c.poll_id as example from polls.poll_counters c
    left join (
      select poll_id, count(*) filter (where option_index is distinct from ${ABSTAINED}) as votes,
        count(*) filter (where option_index = ${ABSTAINED}) as abstentions
      from polls.votes group by poll_id
    ) r using (poll_id)
    where (c.votes_count, c.abstentions_count) is distinct from (coalesce(r.votes, 0), coalesce(r.abstentions, 0))`,
  'votes for options': `
    select c.poll_id as example from polls.poll_counters c join polls.polls p on p.id = c.poll_id
    where p.method <> 'multiple'
      and coalesce(c.counted_votes, c.votes_count) <> (select coalesce(sum(n), 0) from unnest(c.votes) as n)`,
  'ballots of polls': `
    select c.poll_id as example from polls.poll_counters c join polls.polls p on p.id = c.poll_id
    where (p.sealed or p.method = 'ranked')
      and c.votes_count <> (select coalesce(sum(n), 0) from polls.ballot_counts b where b.poll_id = c.poll_id)`,
  'choices of votes': `
    select v.poll_id as example from polls.votes v join polls.polls p on p.id = v.poll_id
    where v.option_index <> ${ABSTAINED} and (v.option_index < 0 or v.option_index >= case p.method
      when 'single' then cardinality(p.options) when 'multiple' then 1 << cardinality(p.options) else ${ORDERS} end)`,
};
/** The same in a database of the time when every vote was for one option. */
const VOTES_FOR_ONE_OPTION = {
  'votes of polls': `${miscounted('votes')}
    or c.votes_count <> (select coalesce(sum(n), 0) from unnest(c.votes) as n)`,
  'options of votes': `
    select v.poll_id as example from polls.votes v join polls.polls p on p.id = v.poll_id
    where v.option_index < 0 or v.option_index >= cardinality(p.options)`,
};

/** Counters move in the same commit as the rows that they count. Each statement finds the wrong ones. */
const COUNTS = {
  'likes of polls': miscounted('likes'),
  'comments of polls': miscounted('comments'),
  'polls of authors': `
    select a.user_id as example from polls.authors a
    left join (select author_id, count(*) as polls from polls.polls where deleted_at is null group by 1) p
      on p.author_id = a.user_id
    where a.polls_count <> coalesce(p.polls, 0)`,
};

/**
 * Looks for rows that lead nowhere, counters that are wrong, and sequences that would give out a number again.
 * @returns one line for each thing that does not hold
 */
export async function inconsistencies(client: Client, schemas: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const find = async (what: string, text: string) => {
    const { rows } = await client.query<{ count: string; example: string }>(
      `select count(*) as count, min(example)::text as example from (${text}) as found`,
    );
    const [{ count, example }] = rows;
    if (Number(count) > 0) wrong.push(`${what}: ${count} wrong, ${example} among them`);
  };
  // A backup of an older version is looked at before it is migrated.
  const { rows } = await client.query<{ deletions: boolean; ballots: boolean; reminders: boolean }>(
    `select to_regclass('auth.account_deletions') is not null as deletions,
       to_regclass('polls.ballot_counts') is not null as ballots,
       to_regclass('polls.reminders') is not null as reminders`,
  );
  const { deletions, ballots, reminders } = rows[0]!;
  for (const [parent, references] of Object.entries(REFERENCES))
    for (const reference of references) {
      const [schema, table, column] = reference.split('.');
      if (table === 'reminders' && !reminders) continue;
      const deleted = deletions
        ? `exists (select from auth.account_deletions d
         where d.account_id = c.${column} and d.started_at is not null)`
        : 'false';
      const nobody = `(c.${column} < 0 or c.${column} = ${DELETED_USER_ID} or ${deleted})`;
      await find(
        `${reference} without ${parent}`,
        `select c.${column} as example from ${schema}.${table} c left join ${parent} p on p.id = c.${column}
         where c.${column} is not null and p.id is null ${parent === 'auth.accounts' ? `and not ${nobody}` : ''}`,
      );
    }
  const counts = { ...COUNTS, ...(ballots ? VOTES : VOTES_FOR_ONE_OPTION) };
  for (const [what, text] of Object.entries(counts)) await find(what, text);
  for (const { column, table, name, value } of await identitySequences(client, schemas))
    await find(`${name} is behind ${table}`, `select ${column} as example from ${table} where ${column} > ${value}`);
  return wrong;
}

/** Sequences of identity columns, and how far they are. */
async function identitySequences(client: Client, schemas: readonly string[]) {
  const { rows } = await client.query<{ column: string; table: string; name: string; value: string }>(
    `select quote_ident(a.attname) as column, c.oid::regclass::text as table, s.oid::regclass::text as name,
       coalesce(pg_sequence_last_value(s.oid), 0)::text as value
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and n.nspname = any($1)
       and c.relname <> 'migrations'`,
    [schemas],
  );
  return rows;
}
