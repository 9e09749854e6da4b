/**
 * What must hold between rows that no foreign key ties together: in another schema, or left out for the speed of votes.
 * Accounts are never removed, and a poll's row goes after everything that belongs to it.
 */
const BELONGS = [
  ['polls.votes', 'poll_id', 'polls.polls', 'id'],
  ['polls.votes', 'user_id', 'auth.accounts', 'id'],
  ['polls.likes', 'user_id', 'auth.accounts', 'id'],
  ['polls.saves', 'user_id', 'auth.accounts', 'id'],
  ['polls.comments', 'user_id', 'auth.accounts', 'id'],
  ['polls.polls', 'author_id', 'auth.accounts', 'id'],
  ['social.follows', 'follower_id', 'auth.accounts', 'id'],
  ['social.follows', 'following_id', 'auth.accounts', 'id'],
  ['social.profiles', 'user_id', 'auth.accounts', 'id'],
  ['search.user_documents', 'user_id', 'auth.accounts', 'id'],
  ['notifications.profiles', 'user_id', 'auth.accounts', 'id'],
  ['notifications.notices', 'recipient_id', 'auth.accounts', 'id'],
  ['notifications.push_tokens', 'user_id', 'auth.accounts', 'id'],
];

/** Counters, which move in the same commit as the rows that they count. Each finds the wrong ones. */
const COUNTS = {
  'votes of polls': `
    select c.poll_id as example from polls.poll_counters c
    left join (select poll_id, count(*) as votes from polls.votes group by poll_id) v using (poll_id)
    where c.votes_count <> coalesce(v.votes, 0)
      or c.votes_count <> (select coalesce(sum(n), 0) from unnest(c.votes) as n)`,
  'likes of polls': `
    select c.poll_id as example from polls.poll_counters c
    left join (select poll_id, count(*) as likes from polls.likes group by poll_id) l using (poll_id)
    where c.likes_count <> coalesce(l.likes, 0)`,
  'comments of polls': `
    select c.poll_id as example from polls.poll_counters c
    left join (select poll_id, count(*) as comments from polls.comments group by poll_id) m using (poll_id)
    where c.comments_count <> coalesce(m.comments, 0)`,
  'polls of authors': `
    select a.user_id as example from polls.authors a
    left join (select author_id, count(*) as polls from polls.polls where deleted_at is null group by 1) p
      on p.author_id = a.user_id
    where a.polls_count <> coalesce(p.polls, 0)`,
  'options of votes': `
    select v.poll_id as example from polls.votes v join polls.polls p on p.id = v.poll_id
    where v.option_index < 0 or v.option_index >= cardinality(p.options)`,
};

/**
 * Looks for rows that lead nowhere, counters that are wrong, and sequences that would give out a number again.
 * @param {import('pg').Client} client
 * @param {readonly string[]} schemas
 * @returns {Promise<string[]>} one line for each thing that does not hold
 */
export async function inconsistencies(client, schemas) {
  const wrong = [];
  const find = async (what, text) => {
    const { rows } = await client.query(
      `select count(*) as count, min(example)::text as example from (${text}) as found`,
    );
    if (Number(rows[0].count) > 0) wrong.push(`${what}: ${rows[0].count} wrong, ${rows[0].example} among them`);
  };
  for (const [table, column, parent, key] of BELONGS)
    await find(
      `${table}.${column} without ${parent}`,
      `
      select c.${column} as example from ${table} c left join ${parent} p on p.${key} = c.${column}
      where c.${column} is not null and p.${key} is null`,
    );
  for (const [what, text] of Object.entries(COUNTS)) await find(what, text);
  for (const { column, table, name, value } of await sequences(client, schemas))
    await find(`${name} is behind ${table}`, `select ${column} as example from ${table} where ${column} > ${value}`);
  return wrong;
}

/** Sequences of identity columns, and how far they are. */
async function sequences(client, schemas) {
  const { rows } = await client.query(
    `select quote_ident(a.attname) as column, c.oid::regclass::text as table, s.oid::regclass::text as name,
       coalesce(pg_sequence_last_value(s.oid), 0)::text as value
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and n.nspname = any($1) and c.relname <> 'migrations'`,
    [schemas],
  );
  return rows;
}
