import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { adminRpc, audienceLeft, pollCreated } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Harness, away } from '../notifications.spec-support.js';

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
  await harness.people(1, 50);
});
afterAll(() => harness.stop());
beforeEach(() => {
  harness.elsewhere.before = () => undefined;
  harness.elsewhere.asked = [];
  harness.elsewhere.voters = [];
  harness.elsewhere.followers = [];
});

const told = async (pollId: number) =>
  (
    await harness.sql<{ id: number }>(
      "select recipient_id::int as id from notices where poll_id = $1 and kind = 'poll_ended' order by 1",
      [pollId],
    )
  ).map(({ id }) => id);
const wrongCounts = () => harness.stack.rpc.call(adminRpc.recountNotifications, {}).then(({ corrected }) => corrected);

it("a poll's end reaches the author and the voters, each once, also when the author voted", async () => {
  await harness.devices(1, 12);
  await harness.prefer(13, { poll_ended: { inApp: false } });
  harness.elsewhere.voters = [1, 11, 12, 13];
  await harness.poll(1);
  await Promise.all([harness.end(1), harness.end(1)]);
  await harness.settled();
  expect(await told(1)).toEqual([1, 11, 12]);
  expect(await harness.notifications(12)).toMatchObject([
    { type: 'poll_ended', count: 1, actor: null, read: false, poll: { id: 1, question: 'Question 1?' } },
  ]);
  expect((await harness.pushes(1)).map(({ payload }) => payload.body)).toEqual([
    'Your poll "Question 1?" has ended. See the results.',
  ]);
  expect((await harness.pushes(12)).map(({ payload }) => payload.body)).toEqual([
    'The poll "Question 1?" has ended. See the results.',
  ]);
  await eventually(() =>
    expect(
      harness.live
        .filter(({ message }) => message.type === 'notification')
        .map(({ userId }) => userId)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 11, 12]),
  );
});

it("a poll's end names the option that won, or those in a tie", async () => {
  await harness.devices(14);
  harness.elsewhere.voters = [14];
  await harness.poll(11, 1, 'Tea?');
  await harness.end(11, 1, 'Tea?', ['Yes']);
  await harness.settled();
  await harness.end(12, 1, 'Trains?', ['By day', 'By night']);
  await harness.settled();
  await harness.end(13, 1, 'Nobody?', []);
  await harness.settled();
  expect((await harness.pushes(14)).map(({ payload }) => payload.body)).toEqual([
    'The poll "Tea?" has ended. "Yes" won.',
    'The poll "Trains?" has ended in a tie: By day, By night.',
    'The poll "Nobody?" has ended. See the results.',
  ]);
  const leaders = async () =>
    (await harness.notifications(14)).map(({ poll }) => poll?.leaders).toSorted((a, b) => a!.length - b!.length);
  expect(await leaders()).toEqual([[], ['Yes'], ['By day', 'By night']]);
  // Texts that are too long for a card are looked up.
  await harness.sql('update notices set card = null where recipient_id = 14');
  expect(await leaders()).toEqual([[], ['Yes'], ['By day', 'By night']]);
});

it('a fan-out continues after a restart and notifies everyone once', async () => {
  const voters = range(10_000, 3_500);
  harness.elsewhere.voters = voters;
  harness.elsewhere.before = (call, after) => {
    if (call === 'endRecipients' && after > 0) away();
  };
  await harness.end(2);
  await eventually(async () => expect(await told(2)).toHaveLength(1_001));
  await harness.stack.stopService('notifications');
  harness.elsewhere.before = () => undefined;
  harness.elsewhere.asked = [];
  await harness.sql('update fan_outs set due_at = now()');
  await harness.stack.startService('notifications');
  await harness.settled();
  expect(await told(2)).toEqual([1, ...voters]);
  expect(await harness.unread(10_000)).toBe(1);
  // The three pages that were left.
  expect(harness.elsewhere.asked.filter((call) => call === 'endRecipients').length).toBeLessThanOrEqual(4);
  expect(await wrongCounts()).toBe(0);
});

it('two processes at the same fan-out, as after an expired lease, notify everyone once', async () => {
  await harness.replica();
  const voters = range(20_000, 5_200);
  harness.elsewhere.voters = voters;
  let going = true;
  // One at a time: on a busy machine they would pile up before the connections.
  const again = (async () => {
    while (going) {
      await harness.sql('update fan_outs set due_at = now() where not done').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  try {
    await harness.end(3);
    await harness.settled();
  } finally {
    going = false;
    await again;
  }
  expect(await told(3)).toEqual([1, ...voters]);
  expect(await wrongCounts()).toBe(0);
});

it('a poll deleted in the middle leaves nothing', async () => {
  harness.elsewhere.voters = range(30_000, 2_500);
  harness.elsewhere.before = (call, after) => {
    if (call === 'endRecipients' && after > 0) away();
  };
  await harness.end(4);
  await eventually(async () => expect(await told(4)).toHaveLength(1_001));
  await harness.delete(4);
  await harness.settled();
  expect(await told(4)).toEqual([]);
  expect(await harness.unread(30_000)).toBe(0);
  expect(await wrongCounts()).toBe(0);
});

it('nobody is notified of an unlisted poll, nor of one for followers after leaving them', async () => {
  harness.elsewhere.followers = [45];
  harness.elsewhere.voters = [45, 46, 47];
  await harness.devices(45);
  const announced = (pollId: number, visibility: 'unlisted' | 'followers') =>
    harness.feed.publishTwice(pollCreated, {
      pollId,
      authorId: 40,
      question: 'Ours?',
      options: ['Yes', 'No'],
      endDate: null,
      createdAt: new Date().toISOString(),
      visibility,
    });
  await announced(21, 'unlisted');
  await announced(22, 'followers');
  await harness.settled();
  expect((await harness.pushes(45)).map(({ topic }) => topic)).toEqual(['new_poll:/poll/22']);
  // One leaves between the look at the voters and the writing of the notifications.
  let looks = 0;
  harness.elsewhere.before = (call) => {
    if (call === 'endRecipients' && (looks += 1) === 2) harness.elsewhere.voters = [45, 46];
  };
  await harness.end(22, 40, 'Ours?');
  await harness.settled();
  await eventually(async () => expect(await told(22)).toEqual([40, 45, 46]));
  await harness.feed.publishTwice(audienceLeft, { authorId: 40, followerId: 46 });
  await harness.settled();
  await eventually(async () => expect(await told(22)).toEqual([40, 45]));
  expect([await harness.unread(46), await harness.unread(47), await wrongCounts()]).toEqual([0, 0, 0]);
});

it('a new poll is pushed to followers who have a device and want it', async () => {
  harness.elsewhere.followers = [41, 42, 43, 44];
  await harness.devices(41, 42, 43);
  await harness.prefer(42, { new_poll: { push: false } });
  await harness.poll(5, 40);
  await harness.settled();
  expect(await harness.pushes(41)).toEqual([
    {
      topic: 'new_poll:/poll/5',
      payload: { title: 'New poll', body: 'User 40 asked: "Question 5?"', link: '/poll/5', names: 40 },
    },
  ]);
  expect([await harness.pushes(42), (await harness.pushes(43)).length, await harness.pushes(44)]).toEqual([[], 1, []]);
  expect(await harness.sql('select 1 from notices where poll_id = 5')).toEqual([]);
});
