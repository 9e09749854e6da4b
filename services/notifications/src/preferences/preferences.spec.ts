import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotificationPreferences, PREFERENCE_KINDS, notificationsRpc } from '@inkling/contracts';
import { Harness } from '../notifications.spec-support.js';
import { changed } from './preferences.service.js';

describe('a change', () => {
  it('leaves the fields that it does not name', () => {
    const before = { inAppOff: ['like'], pushOff: ['vote', 'follow'], nameInVotes: false } as const;
    expect(changed(before, {})).toEqual(before);
    expect(
      changed(before, { like: { inApp: true }, comment: { push: false }, follow: {}, vote: { push: true } }),
    ).toEqual({ inAppOff: [], pushOff: ['comment', 'follow'], nameInVotes: false });
  });
});

describe('preferences', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.people(1, 50);
    await harness.devices(2, 3);
  });
  afterAll(() => harness.stop());
  const stored = (userId: number) => harness.stack.rpc.call(notificationsRpc.preferences, { userId });

  it('show all at first, push comments, followers and new polls, name nobody, and are kept per user', async () => {
    const [all, quiet] = [
      { inApp: true, push: true },
      { inApp: true, push: false },
    ];
    expect(await stored(1)).toEqual({
      vote: quiet,
      comment: all,
      like: quiet,
      follow: all,
      poll_ended: quiet,
      new_poll: all,
      nameInVotes: false,
    });
    const saved = await harness.prefer(1, { comment: { inApp: false }, like: { push: true }, nameInVotes: true });
    expect(NotificationPreferences.parse(saved)).toMatchObject({
      comment: { inApp: false, push: true },
      like: all,
      vote: quiet,
      nameInVotes: true,
    });
    expect(await stored(1)).toEqual(saved);
    expect(await stored(4)).toMatchObject({ comment: all, like: quiet, nameInVotes: false });
  });

  it('push only the default kinds to users who have chosen nothing', async () => {
    await harness.sql(
      `insert into push_tokens (user_id, sender, token, token_hash, device_type)
       values (6, 'fcm', 'token-6', sha256('6'), 'web')`,
    );
    await harness.poll(13, 6);
    await Promise.all([
      harness.like(13, 21, 6),
      harness.comment(900, 13, 21, 'Hi', 6),
      harness.votes(13, 1, 6),
      harness.follow(21, 6),
      harness.end(13, 6),
    ]);
    await harness.settled();
    expect((await harness.short(6)).map(([type]) => type).toSorted()).toEqual([
      'comment',
      'follow',
      'like',
      'poll_ended',
      'vote',
    ]);
    expect((await harness.pushes(6)).map(({ topic }) => topic.split(':')[0]).toSorted()).toEqual(['comment', 'follow']);
  });

  it('saved at once lose nothing', async () => {
    await Promise.all(
      PREFERENCE_KINDS.flatMap((kind) => [
        harness.prefer(5, { [kind]: { inApp: false } }),
        harness.prefer(5, { [kind]: { push: false } }),
      ]),
    );
    expect(await stored(5)).toMatchObject(
      Object.fromEntries(PREFERENCE_KINDS.map((kind) => [kind, { inApp: false, push: false }])),
    );
  });

  it('keep a kind out of the list and of the count, and leave its push alone', async () => {
    await harness.poll(10, 2);
    await harness.like(10, 21, 2);
    await harness.follow(21, 2);
    await harness.settled();
    expect(await harness.unread(2)).toBe(2);
    await harness.prefer(2, { like: { inApp: false }, follow: { push: false } });
    expect([await harness.unread(2), (await harness.short(2)).map(([type]) => type)]).toEqual([1, ['follow']]);
    await harness.sql('delete from push_queue');
    await harness.poll(11, 2);
    await harness.like(11, 22, 2);
    await harness.follow(22, 2);
    await harness.votes(11, 1, 2);
    await harness.settled();
    expect([await harness.unread(2), (await harness.short(2)).map(([type]) => type).toSorted()]).toEqual([
      3,
      ['follow', 'follow', 'vote'],
    ]);
    expect((await harness.pushes(2)).map(({ payload }) => payload.body).toSorted()).toEqual([
      'Someone voted on your poll "Question 11?"',
      'User 22 liked your poll "Question 11?"',
    ]);
    await harness.prefer(2, { like: { inApp: true } });
    expect((await harness.short(2)).filter(([type]) => type === 'like')).toEqual([['like', 1, 21, true]]);
  });

  it('that are all off leave no notification and no push', async () => {
    await harness.prefer(3, Object.fromEntries(PREFERENCE_KINDS.map((kind) => [kind, { inApp: false, push: false }])));
    await harness.poll(12, 3);
    harness.elsewhere.voters = [3, 21];
    await Promise.all([
      harness.like(12, 21, 3),
      harness.comment(1, 12, 21, 'Hi', 3),
      harness.votes(12, 9, 3),
      harness.follow(21, 3),
      harness.end(12, 3),
    ]);
    await harness.settled();
    expect([await harness.notifications(3), await harness.unread(3), await harness.pushes(3)]).toEqual([[], 0, []]);
    expect((await harness.short(21)).map(([type]) => type)).toEqual(['poll_ended']);
  });
});
