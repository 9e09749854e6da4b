import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Instance } from '../support/instance.mjs';
import { Acknowledged, signUpPeople, traffic } from './traffic.mjs';

const PEOPLE = 24;
/** Longer than the broker waits before it redelivers a killed consumer's messages. */
const SETTLE_MS = 60_000;

/** The parts that are killed together with the launcher, one set per round. */
const VICTIMS = [['inkling'], ['inkling', 'postgres', 'nats'], ['inkling', 'nats'], ['inkling', 'postgres']];
/** Each set once; `CRASH_ROUNDS=20` makes a long run. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? VICTIMS.length);

describe('killing the product while people create and vote', () => {
  let instance;
  let people;
  const acknowledged = new Acknowledged();

  beforeAll(async () => {
    instance = await Instance.create();
    await instance.start();
    people = await signUpPeople(instance.origin, PEOPLE);
  }, 180_000);
  afterAll(() => instance?.stop(), 60_000);

  it.each(Array.from({ length: ROUNDS }, (_, round) => ({ round, victims: VICTIMS[round % VICTIMS.length] })))(
    'round $round: kill -9 of $victims keeps every acknowledged write, and every event arrives once',
    async ({ round, victims }) => {
      const before = acknowledged.votes.size;
      let kill;
      const killed = new Promise((resolve) => {
        kill = resolve;
      });
      const running = traffic(people, acknowledged, killed);
      // In the middle of the traffic, after a different number of acknowledged votes each round.
      await until(() => acknowledged.votes.size >= before + 150 + 130 * round);
      expect(await instance.kill(victims)).toBe(victims.length);
      kill();
      await running;
      expect(acknowledged.refused).toEqual([]);

      await instance.start();
      await expectNothingLost(instance.databaseUrl, acknowledged);
    },
    240_000,
  );
});

async function until(condition) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

async function expectNothingLost(url, acknowledged) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const polls = await client.query('select id::int from polls.polls');
    const stored = new Set(polls.rows.map(({ id }) => id));
    expect([...acknowledged.polls.keys()].filter((id) => !stored.has(id))).toEqual([]);

    const votes = await client.query('select poll_id, user_id, option_index from polls.votes');
    const choices = new Map(votes.rows.map((row) => [`${row.poll_id}:${row.user_id}`, row.option_index]));
    expect([...acknowledged.votes].filter(([key, choice]) => choices.get(key) !== choice)).toEqual([]);

    const wrong = await client.query(`
      select c.poll_id, p.method, p.sealed from polls.poll_counters c join polls.polls p on p.id = c.poll_id
      left join (
        select poll_id, count(*)::int as n, array_agg(option_index) as choices from polls.votes group by poll_id
      ) v using (poll_id)
      left join (select poll_id, sum(n)::int as n from polls.ballot_counts group by poll_id) b using (poll_id)
      where c.votes_count <> coalesce(v.n, 0)
         or (p.sealed or p.method = 'ranked') and c.votes_count <> coalesce(b.n, 0)
         or coalesce(c.counted_votes, c.votes_count) * case p.method when 'multiple' then 2 else 1 end
           <> (select sum(x) from unnest(c.votes) x)
         or not p.sealed and p.method <> 'ranked' and exists (
           select from generate_subscripts(c.votes, 1) i
           where c.votes[i] <> (
             select count(*) from unnest(v.choices) o
             where case p.method when 'single' then o = i - 1 else o & (1 << (i - 1)) > 0 end
           )
         )`);
    expect(wrong.rows).toEqual([]);

    // Consumers add up the numbers of events, so a lost or repeated event would show.
    await eventually(async () => {
      const differences = await client.query(`
        select p.id from polls.polls p
        join polls.poll_counters c on c.poll_id = p.id
        left join notifications.poll_activity n on n.poll_id = p.id
        left join search.poll_documents s on s.poll_id = p.id
        where coalesce(n.votes, 0) <> c.votes_count
          or coalesce(s.votes_count, -1) <> c.votes_count
          or s.question is distinct from p.question`);
      expect(differences.rows).toEqual([]);
      for (const schema of ['auth', 'polls']) {
        const unpublished = await client.query(
          `select count(*)::int as count from ${schema}.outbox where published_at is null`,
        );
        expect(unpublished.rows[0].count).toBe(0);
      }
      const profiles = await client.query(
        `select count(*)::int as count
         from auth.accounts a left join search.user_documents d on d.user_id = a.id
         where d.version is distinct from a.version`,
      );
      expect(profiles.rows[0].count).toBe(0);
    });
    const dead = await client.query(
      ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community']
        .map((schema) => `select count(*)::int as count from ${schema}.dead_letters`)
        .join(' union all '),
    );
    expect(dead.rows.every(({ count }) => count === 0)).toBe(true);
  } finally {
    await client.end();
  }
}

async function eventually(check) {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
