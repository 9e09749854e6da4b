import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FanOutWorker } from './fan-out/fan-out-worker.js';
import { FanOuts } from './fan-out/fan-outs.repository.js';
import { MailQueueRepository } from './mail/mail-queue.repository.js';
import { MailService } from './mail/mail.service.js';
import { Harness } from './notifications.spec-support.js';

let harness: Harness;
const service = <T>(token: new (...parameters: never[]) => T): T =>
  harness.stack.service('notifications').app.get(token);
beforeAll(async () => {
  harness = await Harness.start();
  await service(FanOutWorker).beforeApplicationShutdown();
  await harness.stack.stopService('notifications');
  // The plan of a table whose statistics are older than a burst: a loop that runs its inner side for each row.
  await harness.sql(`insert into fan_outs (kind, poll_id, author_id, occurred_at) select 'new_poll', 1, 1, now()`);
  await harness.sql('analyze fan_outs');
  const settings = [
    'enable_hashjoin',
    'enable_mergejoin',
    'enable_material',
    'enable_hashagg',
    'enable_sort',
    'enable_indexscan',
    'enable_bitmapscan',
  ];
  for (const setting of settings)
    await harness.sql(
      `do $$ begin execute format('alter database %I set ${setting} = off', current_database()); end $$`,
    );
  await harness.stack.startService('notifications');
  // The spec claims rows itself.
  await service(FanOutWorker).beforeApplicationShutdown();
  await service(MailService).beforeApplicationShutdown();
});
afterAll(() => harness.stop());

it('no more fan-outs are claimed than asked for, whatever the plan', async () => {
  await harness.sql(
    `insert into fan_outs (kind, poll_id, author_id, occurred_at)
     select 'new_poll', g, 1, now() from generate_series(2, 40) g`,
  );
  const { rows } = await service(FanOuts).claim(2);
  expect([rows.length, (await service(FanOuts).claim(100)).rows.length]).toEqual([2, 38]);
});

it('no more mails are claimed than asked for, whatever the plan', async () => {
  await harness.sql(
    `insert into mail_queue (template, content)
     select 'verify-email', '{"to": "ada@example.org", "name": "Ada"}' from generate_series(1, 40) g`,
  );
  const { rows } = await service(MailQueueRepository).claim(2);
  expect([rows.length, (await service(MailQueueRepository).claim(100)).rows.length]).toEqual([2, 38]);
});
