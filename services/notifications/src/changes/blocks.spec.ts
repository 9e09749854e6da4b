import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notificationsRpc } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { Harness } from '../notifications.spec-support.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start({ VOTE_NOTICE_MIN_VOTERS: '1' });
  await harness.people(1, 60);
});
afterAll(() => harness.stop());

/** Every count agrees with its list. */
const countsAreExact = async () => {
  const counts = harness.stack.service('notifications').app.get(UnreadCounts, { strict: false });
  expect((await counts.recount()).corrected).toBe(0);
};
const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));
const test = (actorId: number, userId: number) => harness.stack.rpc.call(notificationsRpc.test, { actorId, userId });

describe('a block', () => {
  it('removes what one of the two alone has caused, on both sides, and counts groups without the other', async () => {
    const [ana, ben, cleo] = [1, 2, 3];
    for (const pollId of [101, 102, 103, 104]) await harness.poll(pollId, ana);
    await harness.poll(105, ben);
    await harness.settled();
    await harness.devices(ana, ben);
    // Alone, grouped and in front, grouped and behind.
    await harness.like(101, ben, ana);
    await harness.like(102, cleo, ana);
    await harness.settled();
    await harness.like(102, ben, ana);
    await harness.like(102, 4, ana);
    await harness.settled();
    await harness.like(102, ben, ana);
    await harness.comment(901, 103, cleo, 'First', ana);
    await harness.comment(902, 103, ben, 'Second', ana);
    await harness.comment(903, 104, ben, 'Only', ana);
    await harness.follow(ben, ana);
    await harness.follow(ana, ben);
    await harness.follow(cleo, ana);
    harness.elsewhere.voters = [ana];
    await harness.end(105, ben);
    await test(ben, ana);
    await harness.settled();
    expect(await harness.unread(ana)).toBe(8);
    expect(await harness.unread(ben)).toBe(2);

    await harness.block(ben, ana);
    await harness.settled();
    const left = await harness.short(ana);
    expect(left.toSorted(byText)).toEqual(
      [
        ['comment', 1, cleo, false],
        ['follow', 1, cleo, false],
        ['like', 2, 4, false],
      ].toSorted(byText),
    );
    expect((await harness.notifications(ana)).find(({ type }) => type === 'comment')?.comment?.content).toBe('First');
    expect(JSON.stringify(await harness.notifications(ana))).not.toMatch(/User 2|user2/);
    expect(await harness.short(ben)).toEqual([['poll_ended', 1, null, false]]);
    expect([await harness.unread(ana), await harness.unread(ben)]).toEqual([3, 1]);
    expect(JSON.stringify([await harness.pushes(ana), await harness.pushes(ben)])).not.toMatch(/User 2|User 1\b/);
    await countsAreExact();
  });

  it('tells the sockets of both the new count', async () => {
    const [ana, ben] = [5, 6];
    await harness.follow(ben, ana);
    await harness.settled();
    await eventually(() =>
      harness.live.some(({ userId, message }) => userId === ana && 'count' in message && message.count === 1),
    );
    await harness.block(ana, ben);
    await harness.settled();
    await eventually(() => {
      const last = harness.live.findLast(
        ({ userId, message }) => userId === ana && message.type === 'notifications_count',
      );
      return last?.message.type === 'notifications_count' && last.message.count === 0;
    });
  });

  it('lets none be made any more, whatever arrives late, and no push leave the queue', async () => {
    const [ana, ben] = [7, 8];
    await harness.poll(201, ana);
    await harness.poll(202, ben);
    await harness.settled();
    await harness.devices(ana, ben);
    await harness.willing(ben);
    await harness.block(ana, ben);
    await harness.settled();
    harness.elsewhere.voters = [ben];
    await harness.like(201, ben, ana);
    await harness.comment(911, 201, ben, 'Late', ana);
    await harness.follow(ben, ana);
    harness.elsewhere.followers = [ana];
    await harness.poll(203, ben);
    await harness.votes(201, 1, ana);
    await harness.settled();
    harness.elsewhere.voters = [ana];
    await harness.end(202, ben);
    await harness.settled();
    expect(await harness.short(ana)).toEqual([['vote', 1, null, false]]);
    const pushes = await harness.pushes(ana);
    expect(pushes.map(({ payload }) => payload.body)).toEqual(['Someone voted on your poll "Question 201?"']);
    await expect(test(ben, ana)).rejects.toMatchObject({ code: 'user-not-found' });
    await expect(test(ana, ben)).rejects.toMatchObject({ code: 'user-not-found' });
    await countsAreExact();
  });

  it('takes a name from a notification of votes, which stays counted', async () => {
    const [ana, ben] = [9, 10];
    await harness.poll(301, ana);
    await harness.settled();
    await harness.willing(ben);
    harness.elsewhere.voters = [ben];
    await harness.votes(301, 1, ana);
    await harness.settled();
    expect(await harness.short(ana)).toEqual([['vote', 1, ben, false]]);
    await harness.block(ben, ana);
    await harness.settled();
    expect(await harness.short(ana)).toEqual([['vote', 1, null, false]]);
    expect((await harness.notifications(ana))[0]?.poll?.question).toBe('Question 301?');
    expect(await harness.unread(ana)).toBe(1);
  });

  it('that was taken back allows notifications again, and a late event does not bring it back', async () => {
    const [ana, ben] = [11, 12];
    await harness.poll(401, ana);
    await harness.block(ana, ben, 5);
    await harness.unblock(ana, ben, 6);
    await harness.block(ana, ben, 5);
    await harness.settled();
    await harness.like(401, ben, ana);
    await harness.settled();
    expect(await harness.short(ana)).toEqual([['like', 1, ben, false]]);
  });

  it('counts exactly when it arrives while likes and comments do', async () => {
    const [ana, first, last] = [20, 21, 40];
    await harness.poll(501, ana);
    const people = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const blocked = people.filter((id) => id % 2 === 0);
    await Promise.all(
      people.flatMap((id) => [
        harness.like(501, id, ana),
        harness.comment(2_000 + id, 501, id, `By ${id}`, ana),
        harness.follow(id, ana),
        ...(blocked.includes(id) ? [harness.block(id, ana)] : []),
      ]),
    );
    await harness.settled();
    const list = await harness.short(ana);
    const kept = people.length - blocked.length;
    expect(
      list
        .filter(([type]) => type !== 'follow')
        .map(([type, count]) => [type, count])
        .toSorted(byText),
    ).toEqual([
      ['comment', kept],
      ['like', kept],
    ]);
    expect(list.filter(([type]) => type === 'follow')).toHaveLength(kept);
    expect(list.filter(([, , actorId]) => blocked.includes(actorId!))).toEqual([]);
    await countsAreExact();
  });
});

describe('a mute', () => {
  it('keeps out what the muted person causes, leaves what there was, and nobody else notices', async () => {
    const [ana, ben, cleo] = [50, 51, 52];
    await harness.poll(601, ana);
    await harness.poll(602, ben);
    await harness.settled();
    await harness.devices(ana);
    await harness.follow(ben, ana);
    await harness.settled();
    await harness.mute(ana, ben);
    await harness.settled();
    await harness.like(601, ben, ana);
    await harness.comment(921, 601, ben, 'Unheard', ana);
    await harness.settled();
    await harness.like(601, cleo, ana);
    await harness.comment(922, 601, cleo, 'Heard', ana);
    await harness.follow(ana, ben);
    harness.elsewhere.voters = [ana];
    await harness.end(602, ben);
    await harness.settled();
    expect((await harness.short(ana)).toSorted(byText)).toEqual(
      [
        ['comment', 1, cleo, false],
        ['follow', 1, ben, false],
        ['like', 1, cleo, false],
      ].toSorted(byText),
    );
    expect((await harness.short(ben)).map(([type]) => type).toSorted(byText)).toEqual(['follow', 'poll_ended']);
    expect((await test(ben, ana)).type).toBe('test');
    expect((await harness.notifications(ana)).some(({ type }) => type === 'test')).toBe(false);
    await harness.unmute(ana, ben, 2);
    await harness.settled();
    await test(ben, ana);
    expect((await harness.notifications(ana)).some(({ type }) => type === 'test')).toBe(true);
    await countsAreExact();
  });
});
