import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { Harness } from '../notifications.spec-support.js';

// No push service is configured, so queued pushes stay, as they do between two pushes of one topic.
let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
  await harness.people(1, 99);
});
afterAll(() => harness.stop());

it('waiting pushes of a deleted poll are never sent, to followers and users without a list either', async () => {
  await harness.devices(1, 31);
  await harness.prefer(1, { like: { inApp: false } });
  harness.elsewhere.followers = [31];
  await harness.poll(11);
  await harness.like(11, 21);
  await harness.settled();
  expect(await harness.pushes(31)).toMatchObject([{ topic: 'new_poll:/poll/11' }]);
  expect(await harness.pushes(1)).toMatchObject([{ topic: 'like:/poll/11' }]);

  await harness.delete(11);
  await harness.settled();
  await eventually(async () => (await harness.pushes(31)).length === 0 && (await harness.pushes(1)).length === 0);
});

it('waiting pushes never quote a comment that has been deleted', async () => {
  await harness.devices(2, 3);
  await harness.prefer(3, { comment: { inApp: false } });
  for (const [pollId, authorId] of [
    [12, 2],
    [13, 3],
  ] as const) {
    await harness.poll(pollId, authorId);
    await harness.comment(pollId * 10, pollId, 21, 'Stays', authorId);
    await harness.settled();
    await harness.comment(pollId * 10 + 1, pollId, 22, 'Regretted', authorId);
    await harness.settled();
    expect(await harness.pushes(authorId)).toMatchObject([{ payload: { body: expect.stringContaining('Regretted') } }]);
    await harness.uncomment(pollId * 10 + 1, pollId, 22, authorId);
    await harness.settled();
    expect(await harness.pushes(authorId)).toEqual([]);
  }
});

it('waiting pushes stay when an earlier comment than theirs is deleted', async () => {
  await harness.devices(4);
  await harness.poll(14, 4);
  await harness.comment(140, 14, 21, 'Earlier', 4);
  await harness.settled();
  await harness.comment(141, 14, 22, 'Latest', 4);
  await harness.settled();
  await harness.uncomment(140, 14, 21, 4);
  await harness.settled();
  expect(await harness.pushes(4)).toMatchObject([{ payload: { body: expect.stringContaining('Latest') } }]);
});

it('a notification comes after a long outage, however many changes have waited for it', async () => {
  await harness.devices(5);
  await harness.poll(15, 5);
  await harness.settled();
  await harness.sql(
    `insert into notice_changes (recipient_id, kind, object_id, actor_id, occurred_at)
     select 5, 'like', 15, g, now() from generate_series(1, 200000) g`,
  );
  await harness.settled();
  expect(await harness.short(5)).toEqual([['like', 200_000, null, false]]);
});
