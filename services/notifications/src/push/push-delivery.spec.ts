import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { keys, startPushStack, type PushStack } from './push.spec-support.js';
import { cancelPushes, enqueuePushes } from './push-queue.js';
import { PushWorker } from './push-worker.js';

let push: PushStack;
beforeAll(async () => {
  push = await startPushStack();
});
afterAll(async () => {
  await push.stop();
  expect(push.push.faults).toEqual([]);
});

const arrived = async (device: string, count = 1) => {
  await eventually(() => push.push.of(device).length >= count);
  return push.push.of(device);
};
/** A status that is to be tried again, but not within the time of a test. */
const NOT_NOW = { status: 503, headers: { 'retry-after': '600' } };
/** Pushes that have been tried and wait for their next turn. */
const postponed = async (userId: number) =>
  push.stack.sql(
    'notifications',
    `select 1 from push_queue where user_id = $1 and attempts > 0 and due_at > now() + interval '5 minutes'`,
    [userId],
  );
const dueNow = (userId: number) =>
  push.stack.sql('notifications', 'update push_queue set due_at = now() where user_id = $1', [userId]);
const emptied = (userId: number) => eventually(async () => (await push.queued(userId)).length === 0);

describe('a push', () => {
  it('reaches every device of the user, readable by the device alone, signed by the server', async () => {
    await push.device(1, 'phone');
    await push.device(1, 'desk');
    await push.device(2, 'other');
    await push.enqueue({
      userId: 1,
      notificationId: 5,
      title: 'Inkling',
      body: 'Ada liked your poll "Tea?"',
      link: '/poll/7',
      image: '/uploads/a.webp',
    });
    const [got] = await arrived('phone');
    await arrived('desk');
    await emptied(1);
    expect(got).toMatchObject({
      fields: {
        title: 'Inkling',
        body: 'Ada liked your poll "Tea?"',
        icon: 'https://polls.example.org/favicon.svg',
        image: 'https://polls.example.org/uploads/a.webp',
        link: 'https://polls.example.org/poll/7',
        data: { kind: 'like', noticeId: 5 },
      },
      vapid: { aud: push.push.origin, sub: 'mailto:push@example.org' },
      key: keys.publicKey,
    });
    expect(got!.topic).toMatch(/^[\w-]{32}$/);
    expect((got!.fields['data'] as { tag: string }).tag).toBe(got!.topic);
    expect(got!.ttl).toBeGreaterThan(86_000);
    expect(got!.vapid.exp - Date.now() / 1_000).toBeLessThanOrEqual(24 * 3_600);
    expect(push.push.of('other')).toEqual([]);
  });

  it('of the same notification replaces the one before on the device, one of another does not', async () => {
    await push.device(3, 'tags');
    await push.enqueue({ userId: 3, notificationId: 1 });
    await arrived('tags');
    await push.enqueue({ userId: 3, notificationId: 1, body: 'Ada and 2 others liked your poll' });
    await arrived('tags', 2);
    await push.enqueue({ userId: 3, notificationId: 2 });
    const [first, second, third] = await arrived('tags', 3);
    expect(second!.topic).toBe(first!.topic);
    expect(third!.topic).not.toBe(first!.topic);
  });

  it('stays under the limit of the push services, whatever it says', async () => {
    await push.device(4, 'long');
    await push.enqueue({
      userId: 4,
      title: '\u0001'.repeat(5_000),
      body: '👩‍👩‍👧‍👦"'.repeat(5_000),
      link: `/poll/7?${'é'.repeat(3_000)}`,
      image: `/uploads/${'x'.repeat(5_000)}`,
    });
    const [got] = await arrived('long');
    expect(got!.bytes).toBeLessThanOrEqual(4_096);
    expect(got!.fields).toMatchObject({ link: 'https://polls.example.org' });
    expect(got!.fields['body']).toMatch(/^(👩‍👩‍👧‍👦")+…$|^(👩‍👩‍👧‍👦")+👩‍👩‍👧‍👦…$/u);
  });

  it('is not stored for a user without a device', async () => {
    await push.enqueue({ userId: 99 });
    expect(await push.stack.sql('notifications', 'select 1 from push_queue where user_id = 99')).toEqual([]);
  });
});

describe('a device', () => {
  it.each([404, 410])('whose service answers %i is forgotten, and the others still get the push', async (status) => {
    const userId = 100 + status;
    await push.device(userId, `gone-${status}`);
    await push.device(userId, `here-${status}`);
    push.push.answers.set(`gone-${status}`, { status });
    await push.enqueue({ userId });
    await arrived(`here-${status}`);
    await emptied(userId);
    expect(await push.devices(userId)).toBe(1);
  });

  it('whose service is busy is tried again, alone, and not before it asked for', async () => {
    await push.device(10, 'busy');
    await push.device(10, 'idle');
    push.push.answers.set('busy', { status: 429, headers: { 'retry-after': '60' } });
    await push.enqueue({ userId: 10 });
    await arrived('idle');
    await eventually(async () =>
      expect(await push.queued(10)).toMatchObject([{ attempts: 1, token_ids: [expect.any(Number)] }]),
    );
    const [{ ms }] = (await push.stack.sql<{ ms: number }>(
      'notifications',
      'select extract(epoch from due_at - now())::float8 * 1000 as ms from push_queue where user_id = 10',
    )) as [{ ms: number }];
    expect(ms).toBeGreaterThan(30_000);
    push.push.answers.delete('busy');
    await dueNow(10);
    await arrived('busy');
    await emptied(10);
    expect(push.push.of('idle')).toHaveLength(1);
    expect(await push.devices(10)).toBe(2);
  });

  it.each([500, 503])('whose service answers %i is tried again', async (status) => {
    const userId = 100 + status;
    await push.device(userId, `down-${status}`);
    push.push.answers.set(`down-${status}`, { status });
    await push.enqueue({ userId });
    await eventually(() => (push.push.requests.get(`down-${status}`) ?? 0) >= 2);
    push.push.answers.delete(`down-${status}`);
    await arrived(`down-${status}`);
  });

  it.each([
    [302, { location: 'http://127.0.0.1:1/' }],
    [400, {}],
    [403, {}],
    [413, {}],
  ])('whose service answers %i keeps its token, and the push is dropped', async (status, headers) => {
    const userId = 1_000 + status;
    await push.device(userId, `refused-${status}`);
    push.push.answers.set(`refused-${status}`, { status, headers });
    await push.enqueue({ userId });
    await eventually(() => push.push.requests.get(`refused-${status}`) === 1);
    await emptied(userId);
    expect(await push.devices(userId)).toBe(1);
    expect(push.push.requests.get(`refused-${status}`)).toBe(1);
  });
});

describe('the queue', () => {
  it('gives pushes of a killed process to the next one when their lease is over', async () => {
    await push.device(20, 'after-crash');
    await push.stack.stopService('notifications');
    await push.stack.sql(
      'notifications',
      `insert into push_queue (user_id, kind, topic, payload, attempts, due_at) values
       (20, 'like', 'like:1', '{"title": "a", "body": "b", "link": "/"}', 1, now() + interval '1 hour')`,
    );
    await push.stack.startService('notifications');
    // Queued after it, and taken before it.
    await push.device(22, 'meanwhile');
    await push.enqueue({ userId: 22 });
    await arrived('meanwhile');
    expect(push.push.of('after-crash')).toEqual([]);
    await dueNow(20);
    expect(await arrived('after-crash')).toHaveLength(1);
    await emptied(20);
  });

  it('sends what was queued while an older state was being sent', async () => {
    await push.device(21, 'grown');
    push.push.answers.set('grown', NOT_NOW);
    await push.enqueue({ userId: 21, notificationId: 1, body: 'Ada liked your poll' });
    await eventually(async () => (await postponed(21)).length === 1);
    await push.enqueue({ userId: 21, notificationId: 1, body: 'Ada and 1 other liked your poll' });
    push.push.answers.delete('grown');
    await dueNow(21);
    await arrived('grown');
    await emptied(21);
    expect(push.push.of('grown').map(({ fields }) => fields['body'])).toEqual(['Ada and 1 other liked your poll']);
  });

  it('accepts pushes to many users at once, also two to the same user', async () => {
    for (const user of [31, 32, 33]) await push.device(user, `many-${user}`);
    const database = push.stack.service('notifications').app.get(Database);
    const to = (userId: number, body = 'Bob asks: "Tea?"') => ({
      userId,
      kind: 'new_poll' as const,
      title: 'New poll',
      body,
      link: '/poll/9',
    });
    await database.transaction((tx) => enqueuePushes(tx, [to(33), to(31, 'older'), to(34), to(31), to(32)]));
    await Promise.all([31, 32, 33].map((user) => arrived(`many-${user}`)));
    expect(push.push.of('many-31').map(({ fields }) => fields['body'])).toEqual(['Bob asks: "Tea?"']);
  });

  it('cancels the waiting pushes of a removed object, and nothing else', async () => {
    for (const user of [61, 62]) await push.device(user, `back-${user}`);
    for (const user of [61, 62]) push.push.answers.set(`back-${user}`, NOT_NOW);
    const database = push.stack.service('notifications').app.get(Database);
    const text = { title: 'New poll', body: 'Tea?' };
    await database.transaction((tx) =>
      enqueuePushes(
        tx,
        [61, 62].flatMap((userId) =>
          [8, 9]
            .map((poll) => ({ userId, kind: 'new_poll' as const, link: `/poll/${poll}`, ...text }))
            .concat([{ userId, kind: 'new_poll', link: '/poll/90', ...text }]),
        ),
      ),
    );
    for (const user of [61, 62]) await eventually(async () => (await postponed(user)).length === 3);
    await database.transaction((tx) =>
      cancelPushes(tx, [
        { kind: 'new_poll', link: '/poll/9' },
        { kind: 'like', link: '/poll/8' },
      ]),
    );
    for (const user of [61, 62])
      expect((await push.queued(user)).map(({ topic }) => topic)).toEqual(
        expect.arrayContaining(['new_poll:/poll/8', 'new_poll:/poll/90']),
      );
    for (const user of [61, 62]) expect(await push.queued(user)).toHaveLength(2);
    for (const user of [61, 62]) push.push.answers.delete(`back-${user}`);
    for (const user of [61, 62]) await dueNow(user);
    for (const user of [61, 62]) await emptied(user);
    for (const user of [61, 62])
      expect(push.push.of(`back-${user}`).map(({ fields }) => fields['link'])).not.toContain(
        'https://polls.example.org/poll/9',
      );
  });

  it('removes old pushes that no sender can send', async () => {
    await push.stack.sql(
      'notifications',
      `insert into push_queue (user_id, kind, topic, payload, created_at, due_at)
       select 50, 'like', 'like:' || n, '{}', now() - interval '2 days', now() - interval '1 second'
       from generate_series(1, 20) n`,
    );
    await push.stack.service('notifications').app.get(PushWorker).cleanup.run();
    await emptied(50);
  });
});

describe('a push service that never answers', () => {
  it('keeps no other push waiting, and its push is given up after a day', async () => {
    await push.device(11, 'silent');
    await push.device(12, 'quick');
    push.push.answers.set('silent', { status: 201, hang: true });
    await push.enqueue({ userId: 11 });
    await eventually(() => push.push.requests.get('silent') === 1);
    await push.enqueue({ userId: 12 });
    await arrived('quick');
    expect(await push.queued(11)).toHaveLength(1);
    await push.stack.sql(
      'notifications',
      `update push_queue set created_at = now() - interval '25 hours', due_at = now() where user_id = 11`,
    );
    await emptied(11);
    expect(push.push.requests.get('silent')).toBe(1);
  });
});
