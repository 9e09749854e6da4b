import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import type { ApiError, RunningService } from '@inkling/platform';
import { inWaves, outcome, passTime, tally } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { PollLimits } from './poll-limits.js';

const LIMITS = {
  POLLS_PER_HOUR: '10',
  POLLS_PER_DAY: '15',
  COMMENTS_PER_TEN_MINUTES: '30',
  COMMENTS_PER_MINUTE: '10000',
  REACTIONS_PER_HOUR: '20',
  UPLOADS_PER_HOUR: '3',
};
const ATTEMPTS = 300;

let polls: Polls;
let replica: RunningService;
let pollId: number;
beforeAll(async () => {
  polls = await Polls.start({ env: LIMITS });
  replica = await polls.replica();
  for (let user = 1; user <= 20; user += 1) await polls.author(user);
  pollId = (await polls.ask({ userId: 1 })).id;
});
afterAll(async () => {
  await replica.stop();
  await polls.stack.stop();
});

const comment = (userId: number, on = pollId, content = 'Well said.') =>
  polls.stack.rpc.call(pollsRpc.addComment, { pollId: on, userId, content });
const many = async (times: number, act: (index: number) => Promise<unknown>): Promise<Record<string, number>> => {
  const outcomes = await inWaves(times, (n) => outcome(act(n)));
  return tally(outcomes.map((code) => (code === 'ok' ? Promise.resolve() : Promise.reject({ code } as ApiError))));
};
const count = async (table: string, column: string, userId: number): Promise<number> =>
  (await polls.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${column} = $1`, [userId]))[0]!.n;
const used = async (userId: number, kind: string): Promise<number | undefined> =>
  (
    await polls.sql<{ used: number }>('select used from person_limits where user_id = $1 and kind = $2', [userId, kind])
  )[0]?.used;
/** Moves the ends of a person's windows to so many milliseconds from now. */
const endWindows = (userId: number, ms = 0) =>
  polls.sql(
    `update person_limits
     set ends_at = date_trunc('milliseconds', clock_timestamp() + $2::int * interval '1 millisecond') where user_id = $1`,
    [userId, ms],
  );
const refusal = async (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('It was not refused');
    },
    (error: ApiError) => error,
  );

describe('over two replicas, parallel attempts of one person', () => {
  it('publish ten polls', async () => {
    expect(await many(ATTEMPTS, () => polls.ask({ userId: 2 }))).toEqual({
      ok: 10,
      'too-many-polls': ATTEMPTS - 10,
    });
    expect(await count('polls', 'author_id', 2)).toBe(10);
    expect(await count('person_limits', 'user_id', 2)).toBe(2);
  });

  it('add thirty comments', async () => {
    expect(await many(ATTEMPTS, () => comment(3))).toEqual({ ok: 30, 'too-many-comments': ATTEMPTS - 30 });
    expect(await count('comments', 'user_id', 3)).toBe(30);
  });

  it('like, save, ask for results and take back twenty times together', async () => {
    const acts = ['like', 'unlike', 'save', 'unsave', 'setReminder', 'removeReminder'] as const;
    expect(await many(ATTEMPTS, (n) => polls.stack.rpc.call(pollsRpc[acts[n % 6]!], { pollId, viewerId: 4 }))).toEqual({
      ok: 20,
      'too-many-reactions': ATTEMPTS - 20,
    });
    const { likesCount, likeRows } = await polls.count(pollId);
    expect(likesCount).toBe(likeRows);
  });

  it('upload three files', async () => {
    expect(await many(50, () => polls.stack.rpc.call(pollsRpc.takeUpload, { userId: 5 }))).toEqual({
      ok: 3,
      'too-many-uploads': 47,
    });
  });
});

describe('a refusal', () => {
  it('says what the limit is and when the next try can succeed', async () => {
    await many(30, () => comment(6));
    await endWindows(6, 700_000);
    const refused = await refusal(comment(6));
    expect(refused).toMatchObject({ status: 429, code: 'too-many-comments' });
    const { retryAfter } = refused.extra;
    expect(retryAfter).toBeGreaterThan(600);
    expect(retryAfter).toBeLessThanOrEqual(700);
    expect(refused.body()).toEqual({
      code: 'too-many-comments',
      message: 'You have written as many comments as one person can for now. Please try again in 12 minutes.',
      retryAfter,
      limit: 30,
      windowSeconds: 600,
    });
  });

  it('is repeated for a second without asking the database', async () => {
    await many(100, () => comment(10));
    await endWindows(10);
    // Either replica may answer, and both have refused this person.
    expect(await many(20, () => comment(10))).toEqual({ 'too-many-comments': 20 });
    passTime(1_000);
    expect(await outcome(comment(10))).toBe('ok');
  });

  it('counts nowhere: the hour, not the day, is used up by refused polls', async () => {
    await many(40, () => polls.ask({ userId: 7 }));
    expect([await used(7, 'polls-hour'), await used(7, 'polls-day')]).toEqual([10, 10]);
    await polls.sql(`update person_limits set ends_at = clock_timestamp() where user_id = 7 and kind = 'polls-hour'`);
    passTime(1_000);
    expect(await many(40, () => polls.ask({ userId: 7 }))).toEqual({ ok: 5, 'too-many-polls': 35 });
    expect([await used(7, 'polls-hour'), await used(7, 'polls-day')]).toEqual([5, 15]);
    const { extra } = await refusal(polls.ask({ userId: 7 }));
    expect(extra).toMatchObject({ limit: 15, windowSeconds: 86_400 });
    expect(extra.retryAfter).toBeGreaterThan(80_000);
    expect(await count('polls', 'author_id', 7)).toBe(15);
  });
});

describe('a limit', () => {
  it('does not count requests that fail', async () => {
    expect(await outcome(comment(8, 987_654_321))).toBe('poll-not-found');
    expect(await outcome(comment(8, pollId, ' '))).toBe('invalid-request');
    expect(await outcome(polls.ask({ userId: 8, endDate: '2020-01-01T00:00:00.000Z' }))).toBe('end-date-too-early');
    expect([await used(8, 'comments'), await used(8, 'polls-hour')]).toEqual([undefined, undefined]);
  });

  it('is a third for a new account', async () => {
    const create = () => polls.ask({ userId: 9, newAccount: true });
    expect(await many(20, create)).toEqual({ ok: 3, 'too-many-polls': 17 });
    expect((await refusal(create())).extra).toMatchObject({ limit: 3 });
    // The day passes: what it has used still counts.
    passTime(1_000);
    expect(await many(20, () => polls.ask({ userId: 9 }))).toEqual({ ok: 7, 'too-many-polls': 13 });
  });

  it("does not bind the probe's unlisted polls, and one person's does not bind another", async () => {
    expect(await many(15, () => polls.ask({ userId: 10, unlisted: true }))).toEqual({ ok: 15 });
    expect(await outcome(polls.ask({ userId: 11 }))).toBe('ok');
  });
});

describe('at the end of a window', () => {
  it('parallel attempts have the whole limit again, and no more', async () => {
    await many(30, () => comment(12));
    await endWindows(12, 150);
    let added = 0;
    // Attempts go on over the end of the window.
    for (let wave = 0; added === 0 && wave < 1_000; wave += 1) added += (await many(20, () => comment(12)))['ok'] ?? 0;
    added += (await many(ATTEMPTS, () => comment(12)))['ok'] ?? 0;
    expect(added).toBe(30);
    expect(await count('comments', 'user_id', 12)).toBe(60);
  });

  it('a count of the old window is not given back to the new one', async () => {
    const { uploads } = polls.part(PollLimits);
    const old = await uploads.take({ userId: 13 });
    await endWindows(13);
    await uploads.take({ userId: 13 });
    await old.giveBack();
    expect(await used(13, 'uploads')).toBe(1);
  });

  it('a refused upload is given back by its window, once', async () => {
    const { endsAt } = await polls.stack.rpc.call(pollsRpc.takeUpload, { userId: 14 });
    for (let time = 0; time < 2; time += 1) await polls.stack.rpc.call(pollsRpc.giveBackUpload, { userId: 14, endsAt });
    expect(await used(14, 'uploads')).toBe(0);
    expect(await many(10, () => polls.stack.rpc.call(pollsRpc.takeUpload, { userId: 14 }))).toEqual({
      ok: 3,
      'too-many-uploads': 7,
    });
  });
});
