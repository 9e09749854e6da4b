import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@inkling/platform';
import { eventually, startStack } from '@inkling/testing';
import { service } from '../index.js';
import type { Tables } from '../tables.js';
import { startPushStack, type PushStack } from './push.spec-support.js';
import { PushQueueRepository } from './push-queue.repository.js';
import { cancelPushes, enqueuePushes, type PushRequest } from './push-queue.js';
import { applyLimits } from './push-limits.js';

const limits = { perHour: 2, minIntervalMs: 1_000 };
const waiting = (id: number, userId: number, topic: string, admitted = false) => ({ id, userId, topic, admitted });
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe('turns', () => {
  it('give each user so many in an hour, and put off a topic that was sent just now', () => {
    const turns = applyLimits(
      [
        waiting(1, 1, 'a'),
        waiting(2, 1, 'b'),
        waiting(3, 1, 'c'),
        waiting(4, 2, 'a'),
        waiting(5, 3, 'a'),
        waiting(6, 3, 'b'),
      ],
      [
        { userId: 1, topic: 'z', age: 3_599_000 },
        { userId: 2, topic: 'a', age: 400 },
        { userId: 2, topic: 'a', age: 5_000 },
        { userId: 3, topic: 'y', age: 3_600_001 },
        { userId: 3, topic: 'a', age: 3_600_001 },
      ],
      limits,
    );
    expect([ids(turns.send), ids(turns.drop), turns.postpone.map(({ push, ms }) => [push.id, ms])]).toEqual([
      [1, 5, 6],
      [2, 3],
      [[4, 600]],
    ]);
  });

  it('let a further attempt pass, for its first was counted', () => {
    const full = [
      { userId: 1, topic: 'a', age: 10 },
      { userId: 1, topic: 'b', age: 10 },
    ];
    const turns = applyLimits([waiting(1, 1, 'a', true), waiting(2, 1, 'c')], full, limits);
    expect([ids(turns.send), ids(turns.admitted), ids(turns.drop)]).toEqual([[1], [], [2]]);
  });
});

describe('ten thousand likes', () => {
  let push: PushStack;
  beforeAll(async () => {
    push = await startPushStack({ PUSH_MIN_INTERVAL_MS: '1000', PUSH_PER_USER_PER_HOUR: '20' });
    await push.device(1, 'author');
    await push.device(2, 'popular');
  });
  afterAll(() => push.stop());

  const transactions = async (batches: PushRequest[][]): Promise<void> => {
    const database = push.stack.service('notifications').app.get(Database);
    const waiting = [...batches];
    await Promise.all(
      // Few at once: they all wait for the rows of one user, and a statement may take ten seconds at most.
      Array.from({ length: 3 }, async () => {
        for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
          const own = batch;
          await database.transaction((tx) => enqueuePushes(tx, own));
        }
      }),
    );
  };
  const like = (userId: number, pollId: number, count: number): PushRequest => ({
    userId,
    kind: 'like',
    notificationId: pollId,
    title: 'Inkling',
    body: `${count} people liked your poll`,
    link: `/poll/${pollId}`,
  });

  it('of one poll are a handful of pushes, and the last says how many there are', async () => {
    // A transaction for each batch of events.
    const started = performance.now();
    await transactions(
      Array.from({ length: 500 }, (_, batch) =>
        Array.from({ length: 20 }, (_, index) => like(1, 7, batch * 20 + index + 1)),
      ),
    );
    await transactions([[like(1, 7, 10_000)]]);
    await eventually(async () => (await push.queued(1)).length === 0);
    const seconds = (performance.now() - started) / 1_000;
    const bodies = push.push.of('author').map(({ fields }) => fields['body']);
    expect(bodies.length).toBeLessThanOrEqual(seconds + 1);
    expect(bodies.at(-1)).toBe('10000 people liked your poll');
  }, 60_000);

  it('of ten thousand polls are as many as a user gets in an hour', async () => {
    await transactions(
      Array.from({ length: 400 }, (_, batch) =>
        Array.from({ length: 25 }, (_, index) => like(2, batch * 25 + index + 1, 1)),
      ),
    );
    await eventually(async () => (await push.queued(2)).length === 0);
    expect(push.push.of('popular')).toHaveLength(20);
  }, 60_000);
});

describe('several processes', () => {
  it('take each push once, and together no more for a user than the limit allows', async () => {
    // Without keys nothing is sent, so that only this spec takes.
    const stack = await startStack({ services: [service] });
    try {
      await stack.sql(
        'notifications',
        `insert into push_queue (user_id, kind, topic, payload)
         select n % 3, 'like', 'like:' || n, '{}' from generate_series(1, 90) n`,
      );
      const repository = new PushQueueRepository(stack.service('notifications').app.get(Database));
      const claim = () => repository.claim(5, { perHour: 7, minIntervalMs: 0 });
      const taken = (await Promise.all(Array.from({ length: 24 }, claim))).flatMap(({ rows }) => rows);
      for (let rest = await claim(); rest.more || rest.rows.length > 0; rest = await claim()) taken.push(...rest.rows);
      expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
      expect([0, 1, 2].map((user) => taken.filter(({ userId }) => userId === user).length)).toEqual([7, 7, 7]);
      expect(await stack.sql('notifications', 'select 1 from push_queue where attempts = 0')).toEqual([]);
    } finally {
      await stack.stop();
    }
  });
});

describe('a crowd of waiting pushes', () => {
  it('is cancelled in one statement, however many there are', async () => {
    const stack = await startStack({ services: [service] });
    try {
      await stack.sql(
        'notifications',
        `insert into push_queue (user_id, kind, topic, payload)
         select g, 'new_poll', 'new_poll:/poll/7', '{}' from generate_series(1, 70000) g`,
      );
      const database = stack.service('notifications').app.get<Database<Tables>>(Database);
      await database.transaction((tx) => cancelPushes(tx, [{ kind: 'new_poll', link: '/poll/7' }]));
      expect(await stack.sql('notifications', 'select 1 from push_queue limit 1')).toEqual([]);
    } finally {
      await stack.stop();
    }
  });
});
