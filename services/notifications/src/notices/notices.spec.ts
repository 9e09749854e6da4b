import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LIST_PAGE_SIZE, Notification, adminRpc, notificationsRpc } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { NoticeFacts } from './notice-facts.repository.js';
import { NoticeSources } from './notice-sources.js';
import { Notices } from './notices.spec-support.js';

let notices: Notices;
beforeAll(async () => {
  notices = await Notices.start();
  await notices.people(1, 99);
});
afterAll(() => notices.stop());

describe('likes', () => {
  it('of one poll are one notice, with the latest actor and the number of people', async () => {
    await notices.devices(1);
    await notices.poll(11);
    for (const actor of [21, 22, 23]) {
      await notices.like(11, actor);
      await notices.settled();
    }
    const [notice, ...others] = await notices.notices(1);
    expect(others).toEqual([]);
    expect(Notification.parse(notice)).toMatchObject({
      type: 'like',
      count: 3,
      read: false,
      actor: { id: 23, name: 'User 23' },
      poll: { id: 11, question: 'Question 11?' },
      comment: null,
    });
    expect(await notices.unread(1)).toBe(1);
    expect(await notices.pushes(1)).toEqual([
      {
        topic: `like:${notice!.id}`,
        payload: { title: 'New like', body: 'User 23 and 2 others liked your poll "Question 11?"', link: '/poll/11' },
      },
    ]);
  });

  it('toggled a hundred times are one notice, which does not become unread again', async () => {
    await notices.poll(12, 2);
    await notices.like(12, 21, 2);
    await notices.settled();
    const [first] = await notices.notices(2);
    expect(await notices.markAllRead(2)).toEqual({ count: 0 });
    for (let time = 0; time < 100; time++) await notices.like(12, 21, 2);
    await notices.settled();
    expect(await notices.notices(2)).toEqual([{ ...first, read: true }]);
    expect(await notices.unread(2)).toBe(0);
  });

  it("of one's own poll are no notice, nor are one's own comments", async () => {
    await notices.poll(13, 3);
    await notices.like(13, 3, 3);
    await notices.comment(1, 13, 3, 'Mine', 3);
    await notices.settled();
    expect(await notices.notices(3)).toEqual([]);
  });

  it('that arrive before the poll and the actor wait for the question, and show the actor when known', async () => {
    await notices.like(14, 501, 4);
    await notices.feed.drained('polls-events', 7);
    expect(await notices.notices(4)).toEqual([]);
    await notices.poll(14, 4);
    await notices.settled();
    expect(await notices.notices(4)).toMatchObject([
      { type: 'like', actor: null, poll: { id: 14, question: 'Question 14?' } },
    ]);
    await notices.rename(501, 'Late', 1);
    await notices.settled();
    expect(await notices.notices(4)).toMatchObject([{ actor: { id: 501, name: 'Late' } }]);
    await notices.rename(501, 'Newest', 3);
    await notices.rename(501, 'Older', 2);
    await notices.settled();
    expect(await notices.notices(4)).toMatchObject([{ actor: { id: 501, name: 'Newest' } }]);
  });

  it('of a poll older than the event streams get their question from the polls service', async () => {
    notices.elsewhere.polls = [{ pollId: 15, authorId: 5, question: 'Old one?' }];
    await notices.like(15, 21, 5);
    await notices.settled();
    expect(await notices.notices(5)).toMatchObject([{ poll: { id: 15, question: 'Old one?' } }]);
    // The next poll after it is not the one asked for.
    notices.elsewhere.polls = [{ pollId: 17, authorId: 5, question: 'Another?' }];
    await notices.like(16, 21, 5);
    await notices.settled();
    expect(await notices.notices(5)).toHaveLength(1);
  });
});

describe('follows', () => {
  it('are a notice per follower, once, also after unfollowing and dismissing', async () => {
    await notices.follow(21, 6);
    await notices.follow(22, 6);
    await notices.settled();
    expect((await notices.short(6)).toSorted((a, b) => a[2]! - b[2]!)).toEqual([
      ['follow', 1, 21, false],
      ['follow', 1, 22, false],
    ]);
    await notices.remove(6, (await notices.notices(6)).find(({ actor }) => actor?.id === 21)!.id);
    expect(await notices.unread(6)).toBe(1);
    for (let time = 2; time < 12; time++) await notices.follow(21, 6, time);
    await notices.settled();
    expect(await notices.short(6)).toEqual([['follow', 1, 22, false]]);
    expect(await notices.unread(6)).toBe(1);
  });

  it('that come together are all counted', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => notices.follow(30 + index, 7)));
    await notices.settled();
    expect(await notices.unread(7)).toBe(60);
    const first = await notices.list(7);
    const rest = await notices.list(7, first.nextCursor!);
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
  it('of one poll are one notice with the latest; a deleted one gives way to the one before', async () => {
    await notices.devices(8);
    await notices.poll(18, 8);
    await notices.comment(100, 18, 21, 'First', 8);
    await notices.comment(101, 18, 22, 'Second', 8);
    await notices.comment(102, 18, 22, 'Third', 8);
    await notices.settled();
    expect(await notices.notices(8)).toMatchObject([
      { type: 'comment', count: 2, actor: { id: 22 }, comment: { id: 102, content: 'Third' } },
    ]);
    expect((await notices.pushes(8)).map(({ payload }) => payload.body)).toEqual([
      'User 22 commented on your poll: "Third"',
    ]);
    await notices.markAllRead(8);
    await notices.uncomment(102, 18, 22, 8);
    await notices.uncomment(101, 18, 22, 8);
    await notices.settled();
    expect(await notices.notices(8)).toMatchObject([
      { type: 'comment', read: true, count: 1, actor: { id: 21 }, comment: { id: 100, content: 'First' } },
    ]);
    expect(JSON.stringify(await notices.sql('select * from comments'))).not.toContain('Third');
    await notices.uncomment(100, 18, 21, 8);
    await notices.settled();
    expect(await notices.notices(8)).toEqual([]);
    expect(await notices.pushes(8)).toEqual([]);
  });

  it('deleted before they arrive are never shown, and take the unread count with them', async () => {
    await notices.poll(19, 9);
    await notices.uncomment(110, 19, 21, 9);
    await notices.settled();
    await notices.comment(110, 19, 21, 'Regret', 9);
    await notices.comment(111, 19, 22, 'Stays a moment', 9);
    await notices.settled();
    expect(await notices.notices(9)).toMatchObject([{ count: 1, comment: { id: 111 } }]);
    expect(await notices.unread(9)).toBe(1);
    await notices.uncomment(111, 19, 22, 9);
    await notices.settled();
    expect([await notices.notices(9), await notices.unread(9)]).toEqual([[], 0]);
  });

  it('dismissed do not come back with the next', async () => {
    await notices.poll(20, 10);
    await notices.comment(120, 20, 21, 'Dismissed', 10);
    await notices.settled();
    await notices.remove(10, (await notices.notices(10))[0]!.id);
    await notices.comment(121, 20, 22, 'New', 10);
    await notices.settled();
    expect(await notices.notices(10)).toMatchObject([{ count: 1, comment: { id: 121 } }]);
    await notices.uncomment(121, 20, 22, 10);
    await notices.settled();
    expect(await notices.notices(10)).toEqual([]);
  });
});

describe('a deleted poll', () => {
  it('takes its notices, their counts and waiting pushes with it, and nothing brings them back', async () => {
    await notices.devices(15);
    await notices.poll(25, 15);
    await notices.poll(26, 15);
    const everything = async (pollId: number): Promise<void> => {
      await notices.like(pollId, 21, 15);
      await notices.comment(130 + pollId, pollId, 22, 'Hello', 15);
      await notices.votes(pollId, 2, 15);
    };
    await everything(25);
    await notices.like(26, 21, 15);
    await notices.settled();
    expect(await notices.unread(15)).toBe(4);
    expect(await notices.pushes(15)).toHaveLength(4);
    await notices.delete(25, 15);
    await eventually(async () => expect(await notices.short(15)).toEqual([['like', 1, 21, false]]));
    await notices.settled();
    expect([await notices.unread(15), (await notices.pushes(15)).length]).toEqual([1, 1]);
    await everything(25);
    await notices.end(25, 15);
    await notices.delete(25, 15);
    await notices.settled();
    expect(await notices.short(15)).toEqual([['like', 1, 21, false]]);
    expect(
      await notices.sql(
        `select 1 from poll_likes_seen where poll_id = 25 union all select 1 from comments where poll_id = 25 union all select 1 from notice_changes where object_id = 25`,
      ),
    ).toEqual([]);
  });

  it('leaves nothing of a comment that arrives while all of it is being removed', async () => {
    await notices.poll(28, 16);
    await notices.settled();
    const { app } = notices.stack.service('notifications');
    const facts = app.get(NoticeFacts);
    const forget = facts.forgetPoll.bind(facts);
    const forgetting = jest.spyOn(facts, 'forgetPoll').mockImplementationOnce(async (pollId) => {
      await forget(pollId);
      // Taken in here, so that no worker comes in between.
      const comment = {
        commentId: 190,
        pollId: 28,
        authorId: 16,
        userId: 22,
        content: 'Late',
        createdAt: new Date().toISOString(),
        commentsCount: 1,
      };
      await app.get(Database).transaction((tx) => app.get(NoticeSources).onCommented(comment, tx));
    });
    try {
      await notices.delete(28, 16);
      await notices.settled();
      expect(forgetting).toHaveBeenCalled();
    } finally {
      forgetting.mockRestore();
    }
    expect(
      await notices.sql(
        `select 1 from poll_likes_seen where poll_id = 28 union all select 1 from comments where poll_id = 28 union all select 1 from notice_changes where object_id = 28`,
      ),
    ).toEqual([]);
  });

  it('has no notices when its deletion comes first, or at the same moment', async () => {
    await notices.delete(27, 16);
    await notices.settled();
    await notices.poll(27, 16);
    await notices.like(27, 21, 16);
    const ids = Array.from({ length: 20 }, (_, index) => 200 + index);
    await Promise.all(
      ids.flatMap((id) => [
        notices.poll(id, 16),
        notices.like(id, 21, 16),
        notices.delete(id, 16),
        notices.votes(id, 3, 16),
        notices.comment(1_000 + id, id, 22, 'Hi', 16),
      ]),
    );
    await notices.settled();
    expect([await notices.notices(16), await notices.unread(16)]).toEqual([[], 0]);
    expect(await notices.sql('select 1 from notices where recipient_id = 16')).toEqual([]);
    expect(await notices.sql('select 1 from dead_letters')).toEqual([]);
  });
});

describe('the list', () => {
  it('belongs to its user: nobody else dismisses, reads or counts it', async () => {
    await notices.follow(21, 17);
    await notices.settled();
    const [{ id }] = (await notices.notices(17)) as [Notification];
    await expect(notices.remove(18, id)).rejects.toMatchObject({ code: 'notification-not-found' });
    await notices.markAllRead(18);
    expect([await notices.unread(17), await notices.unread(18), (await notices.notices(18)).length]).toEqual([1, 0, 0]);
    await notices.remove(17, id);
    await expect(notices.remove(17, id)).rejects.toMatchObject({ code: 'notification-not-found' });
    expect(await notices.unread(17)).toBe(0);
  });

  it('refuses cursors that it has not given out', async () => {
    for (const cursor of ['x', '1-0', '1', '123456789012345-1', '1-99999999999999999'])
      await expect(notices.list(1, cursor)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('are read one by one, wherever else the user looks', async () => {
    const markRead = (userId: number, notificationId: number) =>
      notices.stack.rpc.call(notificationsRpc.markRead, { userId, notificationId });
    await notices.poll(70, 25);
    await notices.poll(71, 25);
    await Promise.all([notices.like(70, 21, 25), notices.like(71, 21, 25), notices.follow(21, 25)]);
    await notices.settled();
    const [first, second, third] = (await notices.notices(25)) as [Notification, Notification, Notification];
    await expect(markRead(26, first.id)).rejects.toMatchObject({ code: 'notification-not-found' });
    expect(await notices.unread(25)).toBe(3);
    expect(await Promise.all([markRead(25, second.id), markRead(25, second.id)])).toEqual([{ count: 2 }, { count: 2 }]);
    expect((await notices.notices(25)).map(({ id, read }) => [id, read])).toEqual([
      [first.id, false],
      [second.id, true],
      [third.id, false],
    ]);
    await eventually(() =>
      expect(notices.live.filter(({ userId }) => userId === 25).at(-1)).toEqual({
        userId: 25,
        message: { type: 'notifications_count', count: 2 },
      }),
    );
    // What is new makes it unread again, once.
    const poll = second.poll?.id ?? first.poll!.id;
    await notices.like(poll, 22, 25);
    await notices.like(poll, 23, 25);
    await notices.settled();
    expect(await notices.unread(25)).toBe(second.poll ? 3 : 2);
    await notices.markAllRead(25);
    expect(await markRead(25, first.id)).toEqual({ count: 0 });
  });

  it('of the test kind are so many a minute from one person, to whomever they go', async () => {
    const send = (actorId: number) => notices.stack.rpc.call(notificationsRpc.test, { actorId, userId: 24 });
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
    expect(await notices.unread(24)).toBe(21);
  });

  it('takes test notices to users who exist', async () => {
    const test = (userId: number) => notices.stack.rpc.call(notificationsRpc.test, { actorId: 21, userId });
    expect(Notification.parse(await test(19))).toMatchObject({
      type: 'test',
      count: 1,
      read: false,
      actor: { id: 21 },
    });
    await test(19);
    expect(await notices.short(19)).toEqual([
      ['test', 1, 21, false],
      ['test', 1, 21, false],
    ]);
    await expect(test(999_999)).rejects.toMatchObject({ code: 'user-not-found' });
    await eventually(() =>
      expect(notices.live.filter(({ userId }) => userId === 19).map(({ message }) => message.type)).toContain(
        'notification',
      ),
    );
    await eventually(() =>
      expect(notices.live.filter(({ userId }) => userId === 19).at(-1)).toEqual({
        userId: 19,
        message: { type: 'notifications_count', count: 2 },
      }),
    );
    await notices.markAllRead(19);
    await eventually(() =>
      expect(notices.live.filter(({ userId }) => userId === 19).at(-1)).toEqual({
        userId: 19,
        message: { type: 'notifications_count', count: 0 },
      }),
    );
  });
});

it('the unread counts are right, and a recount corrects those that are not', async () => {
  const { checked, corrected } = await notices.stack.rpc.call(adminRpc.recountNotifications, {});
  expect(corrected).toBe(0);
  expect(checked).toBeGreaterThan(5);
  await notices.sql('update unread_counts set count = 7 where user_id in (1, 7)');
  expect(await notices.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 2 });
  expect([await notices.unread(1), await notices.unread(7)]).toEqual([1, 60]);
});
