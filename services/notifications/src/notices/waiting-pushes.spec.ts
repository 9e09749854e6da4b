import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { Notices } from './notices.spec-support.js';

// No push service is set up: what is queued stays, as it does between two pushes of one topic.
let notices: Notices;
beforeAll(async () => {
  notices = await Notices.start();
  await notices.people(1, 99);
});
afterAll(() => notices.stop());

it('of a deleted poll do not leave, to followers and to those without a list either', async () => {
  await notices.devices(1, 31);
  await notices.prefer(1, { like: { inApp: false } });
  notices.elsewhere.followers = [31];
  await notices.poll(11);
  await notices.like(11, 21);
  await notices.settled();
  expect(await notices.pushes(31)).toMatchObject([{ topic: 'new_poll:/poll/11' }]);
  expect(await notices.pushes(1)).toMatchObject([{ topic: 'like:/poll/11' }]);

  await notices.delete(11);
  await notices.settled();
  await eventually(async () => (await notices.pushes(31)).length === 0 && (await notices.pushes(1)).length === 0);
});

it('never say a comment that has been deleted since', async () => {
  await notices.devices(2, 3);
  await notices.prefer(3, { comment: { inApp: false } });
  for (const [pollId, authorId] of [
    [12, 2],
    [13, 3],
  ] as const) {
    await notices.poll(pollId, authorId);
    await notices.comment(pollId * 10, pollId, 21, 'Stays', authorId);
    await notices.settled();
    await notices.comment(pollId * 10 + 1, pollId, 22, 'Regretted', authorId);
    await notices.settled();
    expect(await notices.pushes(authorId)).toMatchObject([{ payload: { body: expect.stringContaining('Regretted') } }]);
    await notices.uncomment(pollId * 10 + 1, pollId, 22, authorId);
    await notices.settled();
    expect(await notices.pushes(authorId)).toEqual([]);
  }
});

it('stay when an earlier comment than theirs is deleted', async () => {
  await notices.devices(4);
  await notices.poll(14, 4);
  await notices.comment(140, 14, 21, 'Earlier', 4);
  await notices.settled();
  await notices.comment(141, 14, 22, 'Latest', 4);
  await notices.settled();
  await notices.uncomment(140, 14, 21, 4);
  await notices.settled();
  expect(await notices.pushes(4)).toMatchObject([{ payload: { body: expect.stringContaining('Latest') } }]);
});

it('come after a long pause too, however much has waited for one notice', async () => {
  await notices.devices(5);
  await notices.poll(15, 5);
  await notices.settled();
  await notices.sql(
    `insert into notice_changes (recipient_id, kind, object_id, actor_id, occurred_at) select 5, 'like', 15, g, now() from generate_series(1, 200000) g`,
  );
  await notices.settled();
  expect(await notices.short(5)).toEqual([['like', 200_000, null, false]]);
});
