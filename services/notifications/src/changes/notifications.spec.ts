import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LIST_PAGE_SIZE, Notification, adminRpc, notificationsRpc } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { CommentsRepository } from '../projections/comments.repository.js';
import { ChangeEvents } from './change-events.js';
import { Harness } from '../notifications.spec-support.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
  await harness.people(1, 99);
});
afterAll(() => harness.stop());

/** What is stored about a poll beside its notifications. */
const leftOf = (pollId: number) =>
  harness.sql(
    `select 1 from poll_likes_seen where poll_id = $1 union all select 1 from comments where poll_id = $1
     union all select 1 from notice_changes where object_id = $1`,
    [pollId],
  );

describe('likes', () => {
  it('of one poll are one notification, with the latest actor and the number of people', async () => {
    await harness.devices(1);
    await harness.poll(11);
    for (const actor of [21, 22, 23]) {
      await harness.like(11, actor);
      await harness.settled();
    }
    const [notification, ...others] = await harness.notifications(1);
    expect(others).toEqual([]);
    expect(Notification.parse(notification)).toMatchObject({
      type: 'like',
      count: 3,
      read: false,
      actor: { id: 23, name: 'User 23' },
      poll: { id: 11, question: 'Question 11?' },
      comment: null,
    });
    expect(await harness.unread(1)).toBe(1);
    expect(await harness.pushes(1)).toEqual([
      {
        topic: `like:${notification!.id}`,
        payload: {
          title: 'New like',
          body: 'User 23 and 2 others liked your poll "Question 11?"',
          link: '/poll/11',
          names: 23,
        },
      },
    ]);
  });

  it('toggled a hundred times are one notification, which does not become unread again', async () => {
    await harness.poll(12, 2);
    await harness.like(12, 21, 2);
    await harness.settled();
    const [first] = await harness.notifications(2);
    expect(await harness.markAllRead(2)).toEqual({ count: 0 });
    for (let time = 0; time < 100; time++) await harness.like(12, 21, 2);
    await harness.settled();
    expect(await harness.notifications(2)).toEqual([{ ...first, read: true }]);
    expect(await harness.unread(2)).toBe(0);
  });

  it("of one's own poll make no notification, and neither do one's own comments", async () => {
    await harness.poll(13, 3);
    await harness.like(13, 3, 3);
    await harness.comment(1, 13, 3, 'Mine', 3);
    await harness.settled();
    expect(await harness.notifications(3)).toEqual([]);
  });

  it('that arrive before the poll and the actor wait for the question, and show the actor when known', async () => {
    await harness.like(14, 501, 4);
    await harness.feed.drained('polls-events', 8);
    expect(await harness.notifications(4)).toEqual([]);
    await harness.poll(14, 4);
    await harness.settled();
    expect(await harness.notifications(4)).toMatchObject([
      { type: 'like', actor: null, poll: { id: 14, question: 'Question 14?' } },
    ]);
    await harness.rename(501, 'Late', 1);
    await harness.settled();
    expect(await harness.notifications(4)).toMatchObject([{ actor: { id: 501, name: 'Late' } }]);
    await harness.rename(501, 'Newest', 3);
    await harness.rename(501, 'Older', 2);
    await harness.settled();
    expect(await harness.notifications(4)).toMatchObject([{ actor: { id: 501, name: 'Newest' } }]);
  });

  it('of a poll older than the event streams get their question from the polls service', async () => {
    harness.elsewhere.polls = [{ pollId: 15, authorId: 5, question: 'Old one?' }];
    await harness.like(15, 21, 5);
    await harness.settled();
    expect(await harness.notifications(5)).toMatchObject([{ poll: { id: 15, question: 'Old one?' } }]);
    // The next poll after it is not the one asked for.
    harness.elsewhere.polls = [{ pollId: 17, authorId: 5, question: 'Another?' }];
    await harness.like(16, 21, 5);
    await harness.settled();
    expect(await harness.notifications(5)).toHaveLength(1);
  });
});

describe('follows', () => {
  it('are one notification per follower, also after unfollowing and dismissing', async () => {
    await harness.follow(21, 6);
    await harness.follow(22, 6);
    await harness.settled();
    expect((await harness.short(6)).toSorted((a, b) => a[2]! - b[2]!)).toEqual([
      ['follow', 1, 21, false],
      ['follow', 1, 22, false],
    ]);
    await harness.remove(6, (await harness.notifications(6)).find(({ actor }) => actor?.id === 21)!.id);
    expect(await harness.unread(6)).toBe(1);
    for (let time = 2; time < 12; time++) await harness.follow(21, 6, time);
    await harness.settled();
    expect(await harness.short(6)).toEqual([['follow', 1, 22, false]]);
    expect(await harness.unread(6)).toBe(1);
  });

  it('that come together are all counted', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => harness.follow(30 + index, 7)));
    await harness.settled();
    expect(await harness.unread(7)).toBe(60);
    const first = await harness.list(7);
    const rest = await harness.list(7, first.nextCursor!);
    expect(first.notifications).toHaveLength(LIST_PAGE_SIZE);
    expect(rest.nextCursor).toBeNull();
    const all = [...first.notifications, ...rest.notifications];
    expect(new Set(all.map(({ actor }) => actor?.id)).size).toBe(60);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });
});

describe('comments', () => {
  it('of one poll are one notification with the latest; when it is deleted, with the one before', async () => {
    await harness.devices(8);
    await harness.poll(18, 8);
    await harness.comment(100, 18, 21, 'First', 8);
    await harness.comment(101, 18, 22, 'Second', 8);
    await harness.comment(102, 18, 22, 'Third', 8);
    await harness.settled();
    expect(await harness.notifications(8)).toMatchObject([
      { type: 'comment', count: 2, actor: { id: 22 }, comment: { id: 102, content: 'Third' } },
    ]);
    expect((await harness.pushes(8)).map(({ payload }) => payload.body)).toEqual([
      'User 22 commented on your poll: "Third"',
    ]);
    await harness.markAllRead(8);
    await harness.uncomment(102, 18, 22, 8);
    await harness.uncomment(101, 18, 22, 8);
    await harness.settled();
    expect(await harness.notifications(8)).toMatchObject([
      { type: 'comment', read: true, count: 1, actor: { id: 21 }, comment: { id: 100, content: 'First' } },
    ]);
    expect(JSON.stringify(await harness.sql('select * from comments'))).not.toContain('Third');
    await harness.uncomment(100, 18, 21, 8);
    await harness.settled();
    expect(await harness.notifications(8)).toEqual([]);
    expect(await harness.pushes(8)).toEqual([]);
  });

  it('deleted before they arrive are never shown, and take the unread count with them', async () => {
    await harness.poll(19, 9);
    await harness.uncomment(110, 19, 21, 9);
    await harness.settled();
    await harness.comment(110, 19, 21, 'Regret', 9);
    await harness.comment(111, 19, 22, 'Stays a moment', 9);
    await harness.settled();
    expect(await harness.notifications(9)).toMatchObject([{ count: 1, comment: { id: 111 } }]);
    expect(await harness.unread(9)).toBe(1);
    await harness.uncomment(111, 19, 22, 9);
    await harness.settled();
    expect([await harness.notifications(9), await harness.unread(9)]).toEqual([[], 0]);
  });

  it('dismissed do not come back with the next', async () => {
    await harness.poll(20, 10);
    await harness.comment(120, 20, 21, 'Dismissed', 10);
    await harness.settled();
    await harness.remove(10, (await harness.notifications(10))[0]!.id);
    await harness.comment(121, 20, 22, 'New', 10);
    await harness.settled();
    expect(await harness.notifications(10)).toMatchObject([{ count: 1, comment: { id: 121 } }]);
    await harness.uncomment(121, 20, 22, 10);
    await harness.settled();
    expect(await harness.notifications(10)).toEqual([]);
  });
});

describe('a deleted poll', () => {
  it('loses its notifications, their counts and waiting pushes, and nothing brings them back', async () => {
    await harness.devices(15);
    await harness.poll(25, 15);
    await harness.poll(26, 15);
    const everything = async (pollId: number): Promise<void> => {
      await harness.like(pollId, 21, 15);
      await harness.comment(130 + pollId, pollId, 22, 'Hello', 15);
      await harness.votes(pollId, 2, 15);
    };
    await everything(25);
    await harness.like(26, 21, 15);
    await harness.settled();
    expect(await harness.unread(15)).toBe(4);
    expect(await harness.pushes(15)).toHaveLength(4);
    await harness.delete(25, 15);
    await eventually(async () => expect(await harness.short(15)).toEqual([['like', 1, 21, false]]));
    await harness.settled();
    expect([await harness.unread(15), (await harness.pushes(15)).length]).toEqual([1, 1]);
    await everything(25);
    await harness.end(25, 15);
    await harness.delete(25, 15);
    await harness.settled();
    expect(await harness.short(15)).toEqual([['like', 1, 21, false]]);
    expect(await leftOf(25)).toEqual([]);
  });

  it('leaves nothing of a comment that arrives while all of it is being removed', async () => {
    await harness.poll(28, 16);
    await harness.settled();
    const { app } = harness.stack.service('notifications');
    const comments = app.get(CommentsRepository);
    const forget = comments.forgetPoll.bind(comments);
    const forgetting = jest.spyOn(comments, 'forgetPoll').mockImplementationOnce(async (pollId) => {
      await forget(pollId);
      // Handled here, so that no worker runs in between.
      const comment = {
        commentId: 190,
        pollId: 28,
        authorId: 16,
        userId: 22,
        content: 'Late',
        createdAt: new Date().toISOString(),
        commentsCount: 1,
      };
      await app.get(Database).transaction((tx) => app.get(ChangeEvents).onCommented(comment, tx));
    });
    try {
      await harness.delete(28, 16);
      await harness.settled();
      expect(forgetting).toHaveBeenCalled();
    } finally {
      forgetting.mockRestore();
    }
    expect(await leftOf(28)).toEqual([]);
  });

  it('has no notifications when its deletion comes first, or at the same moment', async () => {
    await harness.delete(27, 16);
    await harness.settled();
    await harness.poll(27, 16);
    await harness.like(27, 21, 16);
    const ids = Array.from({ length: 20 }, (_, index) => 200 + index);
    await Promise.all(
      ids.flatMap((id) => [
        harness.poll(id, 16),
        harness.like(id, 21, 16),
        harness.delete(id, 16),
        harness.votes(id, 3, 16),
        harness.comment(1_000 + id, id, 22, 'Hi', 16),
      ]),
    );
    await harness.settled();
    expect([await harness.notifications(16), await harness.unread(16)]).toEqual([[], 0]);
    expect(await harness.sql('select 1 from notices where recipient_id = 16')).toEqual([]);
    expect(await harness.sql('select 1 from dead_letters')).toEqual([]);
  });
});

describe('the list', () => {
  it('belongs to its user: nobody else dismisses, reads or counts it', async () => {
    await harness.follow(21, 17);
    await harness.settled();
    const [{ id }] = (await harness.notifications(17)) as [Notification];
    await expect(harness.remove(18, id)).rejects.toMatchObject({ code: 'notification-not-found' });
    await harness.markAllRead(18);
    expect([await harness.unread(17), await harness.unread(18), (await harness.notifications(18)).length]).toEqual([
      1, 0, 0,
    ]);
    await harness.remove(17, id);
    await expect(harness.remove(17, id)).rejects.toMatchObject({ code: 'notification-not-found' });
    expect(await harness.unread(17)).toBe(0);
  });

  it('refuses cursors that it has not given out', async () => {
    for (const cursor of ['x', '1-0', '1', '123456789012345-1', '1-99999999999999999'])
      await expect(harness.list(1, cursor)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('marks notifications read one by one, on all devices of the user', async () => {
    const markRead = (userId: number, notificationId: number) =>
      harness.stack.rpc.call(notificationsRpc.markRead, { userId, notificationId });
    await harness.poll(70, 25);
    await harness.poll(71, 25);
    await Promise.all([harness.like(70, 21, 25), harness.like(71, 21, 25), harness.follow(21, 25)]);
    await harness.settled();
    const [first, second, third] = (await harness.notifications(25)) as [Notification, Notification, Notification];
    await expect(markRead(26, first.id)).rejects.toMatchObject({ code: 'notification-not-found' });
    expect(await harness.unread(25)).toBe(3);
    expect(await Promise.all([markRead(25, second.id), markRead(25, second.id)])).toEqual([{ count: 2 }, { count: 2 }]);
    expect((await harness.notifications(25)).map(({ id, read }) => [id, read])).toEqual([
      [first.id, false],
      [second.id, true],
      [third.id, false],
    ]);
    await eventually(() =>
      expect(harness.live.filter(({ userId }) => userId === 25).at(-1)).toEqual({
        userId: 25,
        message: { type: 'notifications_count', count: 2 },
      }),
    );
    // A new event makes it unread again, once.
    const poll = second.poll?.id ?? first.poll!.id;
    await harness.like(poll, 22, 25);
    await harness.like(poll, 23, 25);
    await harness.settled();
    expect(await harness.unread(25)).toBe(second.poll ? 3 : 2);
    await harness.markAllRead(25);
    expect(await markRead(25, first.id)).toEqual({ count: 0 });
  });

  it('accepts twenty test notifications a minute from one person, to all recipients together', async () => {
    const send = (actorId: number) => harness.stack.rpc.call(notificationsRpc.test, { actorId, userId: 24 });
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => send(22)));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: string; extra: { retryAfter: number } }] : [],
    );
    expect([results.length - refused.length, new Set(refused.map(({ code }) => code))]).toEqual([
      20,
      new Set(['too-many-requests']),
    ]);
    expect(refused[0]!.extra.retryAfter).toBeGreaterThan(0);
    await send(23);
    expect(await harness.unread(24)).toBe(21);
  });

  it('accepts test notifications to users who exist', async () => {
    const test = (userId: number) => harness.stack.rpc.call(notificationsRpc.test, { actorId: 21, userId });
    expect(Notification.parse(await test(19))).toMatchObject({
      type: 'test',
      count: 1,
      read: false,
      actor: { id: 21 },
    });
    await test(19);
    expect(await harness.short(19)).toEqual([
      ['test', 1, 21, false],
      ['test', 1, 21, false],
    ]);
    await expect(test(999_999)).rejects.toMatchObject({ code: 'user-not-found' });
    await eventually(() =>
      expect(harness.live.filter(({ userId }) => userId === 19).map(({ message }) => message.type)).toContain(
        'notification',
      ),
    );
    await eventually(() =>
      expect(harness.live.filter(({ userId }) => userId === 19).at(-1)).toEqual({
        userId: 19,
        message: { type: 'notifications_count', count: 2 },
      }),
    );
    await harness.markAllRead(19);
    await eventually(() =>
      expect(harness.live.filter(({ userId }) => userId === 19).at(-1)).toEqual({
        userId: 19,
        message: { type: 'notifications_count', count: 0 },
      }),
    );
  });
});

it('the unread counts are right, and a recount corrects those that are not', async () => {
  const { checked, corrected } = await harness.stack.rpc.call(adminRpc.recountNotifications, {});
  expect(corrected).toBe(0);
  expect(checked).toBeGreaterThan(5);
  await harness.sql('update unread_counts set count = 7 where user_id in (1, 7)');
  expect(await harness.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 2 });
  expect([await harness.unread(1), await harness.unread(7)]).toEqual([1, 60]);
});
