import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchRpc } from '@inkling/contracts';
import { startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';

let stack: Stack;
beforeAll(async () => {
  // The schema of an earlier version.
  stack = await startStack({
    services: [{ ...service, migrations: service.migrations!.slice(0, 1), module: class Nothing {} }],
    env: { SEARCH_TIMEOUT_MS: '10000' },
  });
});
afterAll(() => stack.stop());

describe('the migration of an index that contains data', () => {
  it('makes existing rows searchable', async () => {
    await stack.sql(
      'search',
      `insert into user_documents (user_id, name, username, version)
       select g, 'Émile Number' || g, case when g > 1 then 'emile' || g end, 1 from generate_series(1, 1500) g`,
    );
    await stack.sql(
      'search',
      `insert into poll_documents (poll_id, author_id, question, options, created_at, votes_count)
       select g, 1, 'Straße ' || g || ' #NightTrains?', array['Yes', 'No'], now(), g from generate_series(1, 1500) g`,
    );
    await stack.sql('search', `insert into poll_documents (poll_id, author_id, deleted) values (2000, 1, true)`);
    const { startService } = await import('@inkling/platform');
    await stack.stopService('search');
    const running = await startService(service, { env: stack.env('search') });
    try {
      const find = (q: string) => stack.rpc.call(searchRpc.search, { userId: 1, q });
      expect(await find('strasse 1234')).toEqual({
        users: [],
        polls: [{ id: 1234, question: 'Straße 1234 #NightTrains?', votesCount: 1234 }],
      });
      expect((await find('#nighttrains')).polls).toHaveLength(20);
      expect((await find('emile1499')).users).toEqual([
        { id: 1499, username: 'emile1499', name: 'Émile Number1499', profilePicture: null },
      ]);
      expect((await find('number1')).users).toHaveLength(10);
      expect((await find('strase 77')).polls[0]).toMatchObject({ id: 77 });
    } finally {
      await running.stop();
    }
  });
});
