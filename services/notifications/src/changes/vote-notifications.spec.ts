import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { profileUpdated, votesCounted } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Harness, away } from '../notifications.spec-support.js';

/** Names that appear nowhere but in profiles. */
const VOTERS = Array.from({ length: 40 }, (_, index) => 7_001 + index);
const nameOf = (id: number): string => `Voter-${id}-by-name`;

describe('vote notifications', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.people(1, 60);
    await harness.sql(
      `insert into profiles (user_id, name, username, version)
       select id, 'Voter-' || id || '-by-name', 'voter' || id, 2 from unnest($1::bigint[]) id`,
      [VOTERS],
    );
    await harness.willing(...VOTERS);
  });
  afterAll(() => harness.stop());
  beforeEach(() => {
    harness.elsewhere.voters = [];
    harness.elsewhere.before = () => undefined;
    harness.elsewhere.asked = [];
    harness.live.length = 0;
  });

  const votes = async (pollId: number, author: number, count: number): Promise<void> => {
    await harness.votes(pollId, count, author);
    await harness.settled();
  };
  const asked = (): number => harness.elsewhere.asked.filter((call) => call === 'drawVoters').length;
  /** Everything stored about notifications and pushes, and everything sent live. */
  const everywhere = async (): Promise<string> =>
    JSON.stringify([
      await harness.sql('select * from notices'),
      await harness.sql('select * from notice_changes'),
      await harness.sql('select * from push_queue'),
      await harness.sql('select * from outbox'),
      await harness.sql('select * from poll_activity'),
      harness.live,
    ]);

  it('name nobody until five have voted, and then one of them; the next four nobody again', async () => {
    harness.elsewhere.voters = VOTERS.slice(0, 4);
    await harness.devices(1);
    await harness.poll(1);
    for (let count = 1; count <= 4; count++) {
      await votes(1, 1, 1);
      expect(await harness.short(1)).toEqual([['vote', count, null, false]]);
    }
    expect(asked()).toBe(0);
    expect((await harness.pushes(1)).map(({ payload }) => payload.body)).toEqual([
      '4 people voted on your poll "Question 1?"',
    ]);
    await eventually(() => expect(harness.live.at(-1)?.message).toEqual({ type: 'notifications_count', count: 1 }));
    const stored = await everywhere();
    for (const id of VOTERS) expect(stored).not.toMatch(new RegExp(`${nameOf(id)}|\\b${id}\\b`));

    harness.elsewhere.voters = VOTERS.slice(0, 5);
    await votes(1, 1, 1);
    expect(await harness.short(1)).toEqual([['vote', 5, VOTERS[0], false]]);
    expect((await harness.pushes(1)).map(({ payload }) => payload.body)).toEqual([
      `${nameOf(VOTERS[0]!)} and 4 others voted on your poll "Question 1?"`,
    ]);
    await eventually(() =>
      expect(harness.live.findLast(({ message }) => message.type === 'notification')?.message).toMatchObject({
        notification: { count: 5, actor: { id: VOTERS[0] } },
      }),
    );

    harness.elsewhere.voters = VOTERS.slice(5, 10);
    harness.live.length = 0;
    for (let count = 6; count <= 9; count++) {
      await votes(1, 1, 1);
      expect(await harness.short(1)).toEqual([['vote', count, null, false]]);
    }
    const after = await everywhere();
    for (const id of VOTERS) expect(after).not.toMatch(new RegExp(`${nameOf(id)}|\\b${id}\\b`));
    await votes(1, 1, 1);
    expect(await harness.short(1)).toEqual([['vote', 10, VOTERS[5], false]]);
    expect(asked()).toBe(2);
  });

  it('count a batch once, however often and in whatever parts it comes', async () => {
    await harness.poll(2, 2);
    await Promise.all(Array.from({ length: 40 }, () => harness.votes(2, 3, 2)));
    await harness.settled();
    expect((await harness.notifications(2))[0]).toMatchObject({ type: 'vote', count: 120 });
    expect(await harness.sql('select votes::int from poll_activity where poll_id = 2')).toEqual([{ votes: 120 }]);
    expect(await harness.unread(2)).toBe(1);
  });

  it('name only voters who allow it and are older than the poll, and only where five such people voted', async () => {
    const [shy, newcomer, ...willing] = VOTERS.slice(10, 17) as [number, number, ...number[]];
    await harness.prefer(shy, { nameInVotes: false });
    await harness.poll(3, 3);
    await harness.settled();
    await harness.sql('update profiles set known_at = now() where user_id = $1', [newcomer]);
    // 888,888 has no profile, and user 20 has chosen nothing.
    harness.elsewhere.voters = [888_888, 20, shy, newcomer, ...willing.slice(0, 4)];
    await votes(3, 3, 8);
    expect(await harness.short(3)).toEqual([['vote', 8, null, false]]);
    harness.elsewhere.voters = [888_888, 20, shy, newcomer, ...willing];
    await votes(3, 3, 5);
    expect(await harness.short(3)).toEqual([['vote', 13, willing[0], false]]);
    // A voter who withdraws is named neither in an existing notification nor by a waiting push.
    await harness.prefer(willing[0]!, { nameInVotes: false });
    expect(await harness.short(3)).toEqual([['vote', 13, null, false]]);
    await harness.prefer(willing[0]!, { nameInVotes: true });
    expect(await harness.short(3)).toEqual([['vote', 13, willing[0], false]]);
  });

  it('cancel a waiting push with the name of a voter who withdraws', async () => {
    await harness.poll(8, 8);
    await harness.devices(8);
    harness.elsewhere.voters = VOTERS.slice(0, 5);
    await votes(8, 8, 5);
    await harness.prefer(VOTERS[1]!, { nameInVotes: false });
    expect((await harness.pushes(8)).map(({ payload }) => payload.body)).toEqual([
      `${nameOf(VOTERS[0]!)} and 4 others voted on your poll "Question 8?"`,
    ]);
    await harness.prefer(VOTERS[0]!, { nameInVotes: false });
    expect(await harness.pushes(8)).toEqual([]);
    await harness.willing(VOTERS[0]!, VOTERS[1]!);
  });

  it("do not count the author's own vote, alone or among others", async () => {
    await harness.poll(9, 9);
    const counted = (count: number, others: number) =>
      harness.feed.publishTwice(votesCounted, {
        polls: [{ pollId: 9, authorId: 9, count, others, votesCount: count, version: count }],
      });
    await counted(1, 0);
    await harness.settled();
    expect([await harness.notifications(9), await harness.unread(9)]).toEqual([[], 0]);
    await counted(3, 2);
    await harness.settled();
    expect(await harness.short(9)).toEqual([['vote', 2, null, false]]);
  });

  it('that could name nobody do not name the very next voter instead', async () => {
    await harness.poll(4, 4);
    await votes(4, 4, 5);
    harness.elsewhere.voters = VOTERS.slice(20, 26);
    await votes(4, 4, 1);
    expect(await harness.short(4)).toEqual([['vote', 6, null, false]]);
    await votes(4, 4, 4);
    expect(await harness.short(4)).toEqual([['vote', 10, VOTERS[20], false]]);
  });

  it('come without a name while the polls service is away, and get it later without becoming unread', async () => {
    harness.elsewhere.before = (call) => {
      if (call === 'drawVoters') away();
    };
    await harness.poll(5, 5);
    await votes(5, 5, 6);
    expect(await harness.short(5)).toEqual([['vote', 6, null, false]]);
    await harness.markAllRead(5);
    harness.elsewhere.before = () => undefined;
    harness.elsewhere.voters = VOTERS.slice(0, 6);
    await eventually(async () => expect(await harness.short(5)).toEqual([['vote', 6, VOTERS[0], true]]), {
      timeoutMs: 15_000,
    });
    expect(await harness.unread(5)).toBe(0);
  });
});

it('a minimum of one names someone every time, as long as they want it', async () => {
  const harness = await Harness.start({ VOTE_NOTICE_MIN_VOTERS: '1' });
  try {
    await harness.people(1, 60);
    harness.elsewhere.voters = [8, 7];
    await harness.willing(7);
    await harness.devices(1);
    await harness.poll(1);
    await harness.votes(1, 1);
    await harness.settled();
    expect(await harness.short(1)).toEqual([['vote', 1, 7, false]]);
    expect((await harness.pushes(1)).map(({ payload }) => payload.body)).toEqual([
      'User 7 voted on your poll "Question 1?"',
    ]);
    expect(harness.elsewhere.outsideLead).toBe(0);
  } finally {
    await harness.stop();
  }
});

it('where mail is configured only people with a verified address are named', async () => {
  const harness = await Harness.start({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Inkling <hello@example.org>',
    VOTE_NOTICE_MIN_VOTERS: '2',
  });
  try {
    await harness.people(1, 10);
    await harness.willing(2, 3, 4);
    harness.elsewhere.voters = [2, 3, 4];
    const prove = (userId: number, emailVerified?: boolean) =>
      harness.feed.publishTwice(profileUpdated, {
        userId,
        name: `User ${userId}`,
        username: `user${userId}`,
        profilePicture: null,
        hasCompletedProfile: true,
        version: 3,
        ...(emailVerified === undefined ? {} : { emailVerified }),
      });
    await Promise.all([prove(2, false), prove(3, true), prove(4)]);
    await harness.poll(1);
    await harness.votes(1, 2);
    await harness.settled();
    expect(await harness.short(1)).toEqual([['vote', 2, null, false]]);
    await harness.feed.publishTwice(profileUpdated, {
      userId: 4,
      name: 'User 4',
      username: 'user4',
      profilePicture: null,
      hasCompletedProfile: true,
      emailVerified: true,
      version: 4,
    });
    await harness.settled();
    await harness.votes(1, 2);
    await harness.settled();
    expect(await harness.short(1)).toEqual([['vote', 4, 3, false]]);
    expect(harness.elsewhere.outsideLead).toBe(2);
  } finally {
    await harness.stop();
  }
});

it('a hot poll changes its notification and sends live messages about once per interval', async () => {
  const harness = await Harness.start({ NOTICE_INTERVAL_MS: '400' });
  try {
    await harness.people(1, 3);
    await harness.poll(1);
    await harness.settled();
    const started = performance.now();
    for (let round = 0; round < 50; round++) await Promise.all(Array.from({ length: 10 }, () => harness.votes(1, 4)));
    await harness.settled();
    await eventually(() =>
      expect(harness.live.findLast(({ message }) => message.type === 'notification')?.message).toMatchObject({
        notification: { type: 'vote', count: 2_000 },
      }),
    );
    const intervals = (performance.now() - started) / 400 + 2;
    expect(harness.live.filter(({ message }) => message.type === 'notification').length).toBeLessThanOrEqual(intervals);
    const [{ seq }] = (await harness.sql<{ seq: number }>('select seq::int from unread_counts where user_id = 1')) as [
      { seq: number },
    ];
    expect(seq).toBeLessThanOrEqual(intervals);
  } finally {
    await harness.stop();
  }
});

it('the first votes on a poll show at once, later ones together at the end of an interval', async () => {
  const harness = await Harness.start({ VOTE_NOTICE_INTERVAL_MS: '600000' });
  try {
    await harness.people(1, 3);
    await harness.poll(1);
    await harness.votes(1, 2);
    await harness.settled();
    expect((await harness.short(1)).map(([kind, count]) => [kind, count])).toEqual([['vote', 2]]);
    for (const count of [1, 3]) await harness.votes(1, count);
    await harness.like(1, 2);
    const waiting = () =>
      harness.sql<{ amount: number; seconds: number }>(
        `select c.amount, extract(epoch from c.due_at - n.folded_at)::int as seconds
         from notice_changes c join notices n on n.object_id = c.object_id and n.kind = c.kind order by c.id`,
      );
    await eventually(async () => expect(await waiting()).toHaveLength(2));
    expect(await waiting()).toEqual([
      { amount: 1, seconds: 600 },
      { amount: 3, seconds: 600 },
    ]);
    await eventually(async () =>
      expect((await harness.short(1)).map(([kind, count]) => [kind, count])).toEqual([
        ['like', 1],
        ['vote', 2],
      ]),
    );
    await harness.sql('update notice_changes set due_at = now()');
    await harness.settled();
    expect((await harness.short(1)).map(([kind, count]) => [kind, count])).toContainEqual(['vote', 6]);
  } finally {
    await harness.stop();
  }
});
