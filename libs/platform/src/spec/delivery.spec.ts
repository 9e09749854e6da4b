import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Nats } from '../index.js';
import { POISON, SPOILED, notesRpc, notesService } from './notes-service.spec-support.js';

describe('delivery of events', () => {
  let stack: Stack;
  let nats: Nats;
  beforeAll(async () => {
    stack = await startStack({ services: [notesService], env: { EVENT_ATTEMPTS: '2' } });
    nats = await Nats.connect({ servers: stack.env('auth')['NATS_URL']!, name: 'spec' });
  });
  afterAll(async () => {
    await nats.connection.close();
    await stack.stop();
  });

  const arrivals = (userId: number) =>
    stack
      .sql<{ times: number }>('auth', 'select times from arrivals where user_id = $1', [userId])
      .then((rows) => rows[0]?.times ?? 0);
  const addedFrom = (first: number, last: number) =>
    stack
      .sql<{ events: number; most: number; lists: number }>(
        'auth',
        `select count(*)::int as events, coalesce(max(times), 0)::int as most,
           (select count(*)::int from sums where user_ids && array(select generate_series($1::bigint, $2))) as lists
         from (select count(*) as times from sums, unnest(user_ids) as u where u between $1 and $2 group by u) each`,
        [first, last],
      )
      .then((rows) => rows[0]!);
  const unpublished = () =>
    stack
      .sql<{ count: number }>('auth', 'select count(*)::int as count from outbox where published_at is null')
      .then((rows) => rows[0]!.count);

  it('publishes what was committed, once', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => stack.rpc.call(notesRpc.write, { userId: 100 + index, name: 'n' })),
    );
    await eventually(async () => {
      const rows = await stack.sql<{ count: number; most: number }>(
        'auth',
        'select count(*)::int as count, max(times)::int as most from arrivals where user_id between 100 and 149',
      );
      expect(rows[0]).toEqual({ count: 50, most: 1 });
    });
    await eventually(async () => expect(await unpublished()).toBe(0));
  });

  it('hands events that come together to a consumer that adds up as lists, each event once', async () => {
    await eventually(async () => expect(await addedFrom(100, 149)).toMatchObject({ events: 50, most: 1 }));
    // The first goes alone; what arrives while the consumer rests goes together.
    expect((await addedFrom(100, 149)).lists).toBeLessThan(25);
  });

  it('publishes nothing of what was rolled back', async () => {
    await expect(stack.rpc.call(notesRpc.write, { userId: 200, name: 'n', fail: true })).rejects.toThrow();
    await stack.rpc.call(notesRpc.write, { userId: 201, name: 'n' });
    await eventually(async () => expect(await arrivals(201)).toBe(1));
    expect(await arrivals(200)).toBe(0);
    expect(await stack.sql('auth', 'select 1 from notes where user_id = 200')).toHaveLength(0);
  });

  it('takes an event in once, however often it is delivered', async () => {
    await stack.rpc.call(notesRpc.write, { userId: 300, name: 'n' });
    await eventually(async () => expect(await arrivals(300)).toBe(1));
    const [row] = await stack.sql<{ subject: string; payload: string }>(
      'auth',
      `select subject, payload from outbox where payload like '%"userId":300,%'`,
    );
    // Other message ids, so that JetStream's own deduplication does not help.
    for (let copy = 0; copy < 3; copy++)
      await jetstream(nats.connection).publish(row!.subject, row!.payload, { msgID: randomUUID() });
    await stack.rpc.call(notesRpc.write, { userId: 301, name: 'n' });
    await eventually(async () => expect(await arrivals(301)).toBe(1));
    await eventually(async () => {
      const manager = await jetstreamManager(nats.connection);
      const info = await manager.consumers.info('auth-events', 'auth-auth-profile-updated-v1-count');
      expect(info.num_pending + info.num_ack_pending).toBe(0);
    });
    expect(await arrivals(300)).toBe(1);
  });

  it('gives up on an event that cannot be taken in, keeps it, and goes on', async () => {
    await stack.rpc.call(notesRpc.write, { userId: 400, name: POISON });
    await stack.rpc.call(notesRpc.write, { userId: 401, name: 'n' });
    await eventually(async () => expect(await arrivals(401)).toBe(1));
    await eventually(async () => {
      const rows = await stack.sql<{ error: string; attempts: number; payload: string }>(
        'auth',
        'select error, attempts, payload from dead_letters',
      );
      expect(rows).toEqual([
        expect.objectContaining({
          error: 'cannot read this',
          attempts: 2,
          payload: expect.stringContaining('"userId":400'),
        }),
      ]);
    });
    // Its effect was rolled back each time.
    expect(await arrivals(400)).toBe(0);
  });

  it('adds up the others of a list without an event that cannot be added up', async () => {
    await Promise.all(
      ['n', 'n', SPOILED, 'n', 'n'].map((name, index) => stack.rpc.call(notesRpc.write, { userId: 410 + index, name })),
    );
    await eventually(async () =>
      expect(
        await stack.sql('auth', 'select 1 from dead_letters where error = $1', ['cannot add this up']),
      ).toHaveLength(1),
    );
    await eventually(async () => expect(await addedFrom(410, 414)).toMatchObject({ events: 4, most: 1 }));
  });

  it('keeps a message that is no event out of the way', async () => {
    await jetstream(nats.connection).publish('auth.profile-updated.v1', 'not json', { msgID: randomUUID() });
    await eventually(async () =>
      expect(await stack.sql('auth', `select 1 from dead_letters where payload = 'not json'`)).toHaveLength(2),
    );
  });

  it('creates stream and consumer again when the broker has lost them', async () => {
    const manager = await jetstreamManager(nats.connection);
    await manager.streams.delete('auth-events');
    await stack.rpc.call(notesRpc.write, { userId: 500, name: 'n' });
    await eventually(async () => expect(await arrivals(500)).toBe(1), { timeoutMs: 30_000 });
    await eventually(async () => expect(await unpublished()).toBe(0));
  }, 60_000);
});
