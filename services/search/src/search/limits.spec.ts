import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import pg from 'pg';
import { Search } from '../search.spec-support.js';

describe('a search that takes too long', () => {
  let search: Search;
  beforeAll(async () => {
    search = await Search.start({ env: { SEARCH_TIMEOUT_MS: '150' } });
  });
  afterAll(() => search.stop());

  it('answers with the results that it has', async () => {
    await search.user('slowpoke', 'Slow Poke');
    await search.poll('Slowpoke or fast lane?');
    await search.settled();
    // Retried, because on a busy machine any search may take too long.
    await eventually(async () =>
      expect(await search.find('slowpoke')).toMatchObject({
        users: [{ username: 'slowpoke' }],
        polls: [{ votesCount: 0 }],
      }),
    );
    const client = new pg.Client(search.stack.databaseUrl);
    await client.connect();
    try {
      await client.query('begin; lock table search.poll_documents in access exclusive mode');
      await eventually(async () =>
        expect(await search.find('slowpoke')).toMatchObject({ users: [{ username: 'slowpoke' }], polls: [] }),
      );
    } finally {
      await client.query('rollback');
      await client.end();
    }
    await eventually(async () => expect((await search.find('slowpoke')).polls).toHaveLength(1));
  });
});

describe('an index with many documents', () => {
  let search: Search;
  beforeAll(async () => {
    search = await Search.start();
  });
  afterAll(() => search.stop());

  it('finds the newest polls with a common word and the oldest with a rare one, and reads few rows', async () => {
    await search.sql(`
      insert into poll_documents (poll_id, author_id, question, question_text, tokens, created_at)
      select 100000 + 8 * g, 1, q, lower(q), array_to_tsvector(string_to_array(lower(q), ' ')),
        now() - (30000 - g) * interval '1 second'
      from (
        select g, 'Common question'
          || case when g = 7 then ' aardvark' when g % 6000 = 0 then ' Numbat' else '' end as q
        from generate_series(1, 30000) g
      ) made`);
    await search.sql('analyze poll_documents');
    const newest = await search.find('common');
    expect(newest.polls).toHaveLength(20);
    expect(newest.polls[0]!.id).toBe(340_000);
    expect((await search.find('aardvark')).polls).toMatchObject([{ id: 100_056 }]);
    expect((await search.find('common aardv')).polls).toMatchObject([{ id: 100_056 }]);
    expect((await search.find('question numbat')).polls.map(({ id }) => id)).toEqual([
      340_000, 292_000, 244_000, 196_000, 148_000,
    ]);
    // In the far parts, too, a word may be a beginning, and the last of several.
    expect((await search.find('aard')).polls).toMatchObject([{ id: 100_056 }]);
    expect((await search.find('aardvark comm')).polls).toMatchObject([{ id: 100_056 }]);
    expect((await search.find('question numb')).polls.map(({ id }) => id)).toEqual([
      340_000, 292_000, 244_000, 196_000, 148_000,
    ]);
    await search.sql('select pg_stat_reset()');
    // 30,000 rows match. Retried, because a backend only reports its counts now and then.
    const perScan = await eventually(async () => {
      await search.find('common question');
      const [row] = await search.sql<{ scans: number; fetched: number }>(
        `select idx_scan::int as scans, idx_tup_fetch::int as fetched
         from pg_stat_user_tables where relname = 'poll_documents' and schemaname = 'search'`,
      );
      return row!.scans > 0 && row!.fetched / row!.scans;
    });
    expect(perScan).toBeGreaterThan(0);
    expect(perScan).toBeLessThan(500);
  });
});
