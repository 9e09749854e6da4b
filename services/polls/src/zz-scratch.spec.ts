import { it } from '@jest/globals';
import { Database } from '@inkling/platform';
import { Polls } from './polls.spec-support.js';
import { FeedRepository } from './feed/feed-repository.js';
import { FeedRepository as Old } from './feed/zz-old-repository.js';
it('compares', async () => {
  const polls = await Polls.start();
  await polls.seed(20000);
  await polls.sql(`update polls set topics = array['tea','night trains','travel'], mood='curious', context='travel', seasonality='winter', end_date = now() + interval '3 days', media='/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.jpg', media_info='{"kind":"image","width":1200,"height":900,"thumbhash":"k/cFDYJzZ3iAeIeHiHd4d3aIBwmCh4Y","duration":null,"alt":"x"}' where id % 2 = 0`);
  await polls.sql('analyze polls; analyze poll_counters; vacuum');
  const db = polls.part(Database);
  // distinct statement names per connection: prefix by wrapping
  const wrap = (p: string) => ({ query: (s: { name?: string }) => db.query({ ...(s as object), name: p + s.name } as never) }) as unknown as Database;
  const [a, b] = [new FeedRepository(wrap('n')), new Old(wrap('o'))];
  const run = async (f: () => Promise<unknown>, n: number) => { const t = performance.now(); for (let i = 0; i < n; i++) await f(); return (performance.now() - t) / n * 1000; };
  for (const r of [a, b]) { await run(() => r.newest(), 300); await run(() => r.feed({ viewerId: 5, after: { pollId: 15000 }, skip: 0 }), 300); }
  for (let k = 0; k < 4; k++) for (const [n, r] of [['new', a], ['old', b]] as const) {
    process.stderr.write(`${n} newest ${(await run(() => r.newest(), 800)).toFixed(0)} us, page ${(await run(() => r.feed({ viewerId: 5, after: { pollId: 15000 }, skip: 0 }), 800)).toFixed(0)} us\n`);
  }
  await polls.stack.stop();
}, 60000);
