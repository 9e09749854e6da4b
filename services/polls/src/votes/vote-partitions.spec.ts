import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDeletionStarted, pollsRpc } from '@inkling/contracts';
import { Database, deleteInBatches, type RunningService } from '@inkling/platform';
import { EventFeed, eventually } from '@inkling/testing';
import { Polls, tally } from '../polls.spec-support.js';
import { VOTE_PARTITION_POLLS } from './vote-partition-size.js';
import { VotePartitions } from './vote-partitions.js';
import { VotesService } from './votes.service.js';

const MIGRATION = 'Migration20261123170000';
const NEWEST = 4 * VOTE_PARTITION_POLLS + 17;

let polls: Polls;
let second: RunningService;
let feed: EventFeed;
beforeAll(async () => {
  polls = await Polls.start();
  second = await polls.replica();
  feed = await EventFeed.connect(polls.stack);
});
afterAll(async () => {
  await feed.close();
  await second.stop();
  await polls.stack.stop();
});

/** Each partition with its bounds, the oldest first. */
const partitions = () =>
  polls.sql<{ name: string; bounds: string; settings: string[] }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, c.reloptions as settings
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'votes'::regclass
     order by length(c.relname), c.relname`,
  );
const names = async (): Promise<string[]> => (await partitions()).map(({ name }) => name);

/** A poll with this id, as if so many had been asked before it. */
async function askAs(id: number): Promise<number> {
  await polls.author(1);
  await polls.sql(
    `with made as (
       insert into polls (id, author_id, question, options) overriding system value
       values ($1, 1, 'Far?', array['Yes', 'No']) returning id
     )
     insert into poll_counters (poll_id, votes) select id, array[0, 0] from made`,
    [id],
  );
  return id;
}

describe('partitions of votes', () => {
  it('are a first one and two ahead in a new database', async () => {
    expect(await partitions()).toEqual(
      [
        { name: 'votes_0', bounds: `FOR VALUES FROM (MINVALUE) TO ('1000000')` },
        { name: 'votes_1000000', bounds: `FOR VALUES FROM ('1000000') TO ('2000000')` },
        { name: 'votes_2000000', bounds: `FOR VALUES FROM ('2000000') TO ('3000000')` },
      ].map((partition) => ({
        ...partition,
        // As autovacuum has them for the table that was.
        settings: ['autovacuum_vacuum_insert_scale_factor=0.1', 'autovacuum_analyze_scale_factor=0.2'],
      })),
    );
  });

  it('are created ahead of the newest poll by two replicas at once', async () => {
    await askAs(NEWEST);
    const replicas = [polls.part(VotePartitions), second.app.get(VotePartitions)];
    await Promise.all(replicas.map((replica) => replica.sweep()));
    const ahead = ['votes_0', ...[1, 2, 3, 4, 5, 6].map((number) => `votes_${number}000000`)];
    expect(await names()).toEqual(ahead);
    await Promise.all(replicas.map((replica) => replica.sweep()));
    expect(await names()).toEqual(ahead);
    expect(await polls.sql(`select 1 from pg_indexes where tablename = 'votes_6000000'`)).toHaveLength(2);
  });

  it('take in the votes of one batch, each in its own', async () => {
    const ids = [await askAs(VOTE_PARTITION_POLLS - 20), await askAs(VOTE_PARTITION_POLLS), NEWEST];
    const cast = () => polls.cast({ pollIds: ids, userIds: [5, 5, 5], options: [0, 1, 0] });
    expect(tally((await cast()).results)).toEqual({ recorded: 3 });
    expect((await cast()).results).toEqual(
      [0, 1, 0].map((choice) => expect.objectContaining({ outcome: 'already-voted', choice })),
    );
    expect(
      await polls.sql(
        `select tableoid::regclass::text as part, poll_id::int as id from votes where user_id = 5 order by 2`,
      ),
    ).toEqual(['votes_0', 'votes_1000000', 'votes_4000000'].map((part, index) => ({ part, id: ids[index] })));
    const { polls: listed } = await polls.list('voted', { viewerId: 5 });
    expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('keep the rows that lie where another one’s are deleted', async () => {
    const [near, far] = [await askAs(VOTE_PARTITION_POLLS - 30), await askAs(NEWEST + 30)];
    for (const id of [near, far])
      await polls.sql(
        'insert into votes (poll_id, user_id, option_index) select $1, 1000 + g, 0 from generate_series(1, 3000) g',
        [id],
      );
    const places = await polls.sql<{ shared: number }>(
      `select count(*)::int as shared from votes a join votes b on a.ctid = b.ctid
       where a.poll_id = $1 and b.poll_id = $2`,
      [near, far],
    );
    expect(places[0]!.shared).toBeGreaterThan(1_000);
    const database = polls.part(Database);
    expect(await deleteInBatches(database, { table: 'votes', where: 'poll_id = $1', values: [near] })).toBe(3_000);
    const left = 'select count(*)::int as votes from votes where poll_id = $1';
    expect(await polls.sql(left, [far])).toEqual([{ votes: 3_000 }]);
    // Rows of several partitions go in several statements.
    await polls.cast({ pollIds: [near, far], userIds: [7, 7], options: [0, 0] });
    expect(await deleteInBatches(database, { table: 'votes', where: 'poll_id = any($1)', values: [[near, far]] })).toBe(
      3_002,
    );
    expect(await polls.sql(left, [far])).toEqual([{ votes: 0 }]);
  });

  it('are all searched when a person leaves', async () => {
    const ids = [
      await askAs(VOTE_PARTITION_POLLS - 40),
      await askAs(VOTE_PARTITION_POLLS + 40),
      await askAs(NEWEST + 40),
    ];
    await polls.cast({ pollIds: ids, userIds: ids.map(() => 99), options: ids.map(() => 1) });
    const at = new Date(Date.now() - 1_000).toISOString();
    await feed.publishTwice(accountDeletionStarted, { userId: 99, polls: 'delete', startedAt: at, settledAt: at });
    await eventually(async () => expect(await polls.sql('select 1 from votes where user_id = 99')).toEqual([]));
    expect(
      await polls.sql('select poll_id::int as id from votes where poll_id = any($1) and user_id < 0 order by 1', [ids]),
    ).toEqual(ids.map((id) => ({ id })));
  });

  it('are where votes on a sealed poll lie, without their choices', async () => {
    const id = await askAs(NEWEST + 50);
    await polls.sql('update polls set sealed = true where id = $1', [id]);
    await polls.sql('update poll_counters set counted_votes = 0 where poll_id = $1', [id]);
    expect((await polls.vote(id, 5, 1)).outcome).toBe('recorded');
    expect(
      await polls.sql('select option_index as choice, tableoid::regclass::text as part from votes where poll_id = $1', [
        id,
      ]),
    ).toEqual([{ choice: null, part: 'votes_4000000' }]);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    await eventually(async () => (await polls.sql('select 1 from polls where id = $1', [id])).length === 0);
    expect(await polls.sql('select 1 from votes where poll_id = $1', [id])).toEqual([]);
  });
});

describe('the change of a running instance to partitions', () => {
  const migrator = () => polls.part(Database).orm.migrator;
  const back = () => migrator().down({ migrations: [MIGRATION] });
  const change = () => migrator().up({ migrations: [MIGRATION] });
  const plain = async (): Promise<boolean> =>
    (await polls.sql(`select 1 from pg_class where oid = 'votes'::regclass and relkind = 'r'`)).length === 1;

  beforeEach(back);

  it('keeps all votes when it is undone', async () => {
    expect(await plain()).toBe(true);
    await change();
    const count = 'select count(*)::int as votes from votes';
    const far = await askAs(NEWEST + 3 * VOTE_PARTITION_POLLS);
    await polls.part(VotePartitions).sweep();
    await polls.vote(far, 5, 0);
    const before = await polls.sql(count);
    await back();
    expect(await polls.sql(count)).toEqual(before);
    expect(await polls.sql('select 1 from votes where poll_id = $1', [far])).toHaveLength(1);
    expect(await polls.sql(`select 1 from pg_class where relname like 'votes\\_%' and relkind in ('r', 'p')`)).toEqual(
      [],
    );
    await change();
  });

  it('goes on voting, and locks no vote out for a second', async () => {
    const ids = await polls.seed(40);
    await polls.sql(
      `insert into votes (poll_id, user_id, option_index)
       select p, 1000 + u, 0 from unnest($1::bigint[]) p, generate_series(1, 10000) u`,
      [ids.slice(0, 20)],
    );
    const hot = ids.slice(20);
    const replicas = [polls.part(VotesService), second.app.get(VotesService)];
    let changing = true;
    // As PostgreSQL has it: how long a batch takes also depends on what else the machine does.
    let longest = 0;
    const watch = async () => {
      while (changing) {
        const [waiting] = await polls.sql<{ ms: number }>(
          `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 * 1000 as ms
           from pg_locks where not granted and mode = 'RowExclusiveLock'
             and database = (select oid from pg_database where datname = current_database())`,
        );
        longest = Math.max(longest, waiting!.ms);
      }
    };
    const watching = watch();
    const voters = Array.from({ length: 8 }, async (_, voter) => {
      const outcomes: { outcome: string }[] = [];
      for (let round = 0; changing || round < 20; round += 1) {
        const userIds = hot.map(() => 1 + round * 8 + voter);
        const { results } = await replicas[voter % 2]!.cast({ pollIds: hot, userIds, options: hot.map(() => 1) });
        outcomes.push(...results);
      }
      return outcomes;
    });
    await eventually(
      async () => (await polls.sql('select 1 from votes where poll_id = $1 limit 1', [hot[0]])).length > 0,
    );
    await change().finally(() => (changing = false));
    const counts = tally((await Promise.all(voters)).flat());
    expect(Object.keys(counts)).toEqual(['recorded']);
    await watching;
    expect(longest).toBeLessThan(1_000);
    expect(await plain()).toBe(false);
    const [rows] = await polls.sql<{ votes: number }>(
      'select count(*)::int as votes from votes where poll_id = any($1)',
      [hot],
    );
    expect(rows!.votes).toBe(counts['recorded']);
    for (const id of hot) {
      const { votes, rows: stored } = await polls.count(id);
      expect(votes).toEqual(stored);
    }
  });

  it('lets votes through while somebody reads the table for long, and goes on afterwards', async () => {
    const [id] = await polls.seed(1);
    const reader = await polls.part(Database).pool.connect();
    await reader.query('begin; select 1 from votes limit 1');
    const changed = change();
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%votes%'`;
    await eventually(async () => (await polls.sql(waiting)).length > 0);
    expect((await polls.vote(id!, 3, 1)).outcome).toBe('recorded');
    expect(await plain()).toBe(true);
    await reader.query('rollback');
    reader.release();
    await changed;
    expect(await plain()).toBe(false);
  });

  it('continues what was killed at any step', async () => {
    // After the first step: its boundary stays.
    await polls.sql('alter table votes add constraint votes_below check (poll_id < 100000000::bigint) not valid');
    await change();
    expect((await partitions())[0]!.bounds).toBe(`FOR VALUES FROM (MINVALUE) TO ('100000000')`);
    // After the last step, before it was noted.
    await polls.sql('delete from migrations where name = $1', [MIGRATION]);
    await change();
    expect(await names()).toEqual(['votes_0']);
    await back();
    // After the first step, long ago: the boundary is too near by now.
    await polls.sql('alter table votes add constraint votes_below check (poll_id < 7000001::bigint) not valid');
    await change();
    expect((await names())[1]).toBe('votes_8000000');
  });
});
