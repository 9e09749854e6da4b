import { expect, it } from '@jest/globals';
import { pollClassified } from '@inkling/contracts';
import { migrateService, startService } from '@inkling/platform';
import { eventually, startStack } from '@inkling/testing';
import { service } from '../index.js';

it('polls from before the migration are classified, unless they are deleted', async () => {
  // The module lacks tables and logs errors; this test only needs the schema.
  const stack = await startStack({ services: [{ ...service, migrations: service.migrations!.slice(0, 1) }] });
  try {
    await stack.stopService('insights');
    await stack.sql(
      'insights',
      `insert into polls (poll_id, author_id, question, options) values (1, 1, 'Tea or coffee?', '{Tea,Coffee}')`,
    );
    await stack.sql('insights', 'insert into polls (poll_id, author_id, deleted) values (2, 1, true)');
    await migrateService(service, stack.env('insights'));
    expect(await stack.sql('insights', 'select poll_id::int from classification_queue')).toEqual([{ poll_id: 1 }]);
    const running = await startService(service, { env: stack.env('insights') });
    const events = () =>
      stack.sql<{ payload: string }>('insights', 'select payload from outbox where subject = $1', [
        pollClassified.type,
      ]);
    await eventually(async () => (await events()).length === 1);
    await running.stop();
    expect((JSON.parse((await events())[0]!.payload) as { data: object }).data).toMatchObject({
      pollId: 1,
      context: 'food',
      classifier: 'lexicon',
      version: 1,
    });
  } finally {
    await stack.stop();
  }
});
