import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { operationsRpc } from '@inkling/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import { Nats } from '../index.js';
import { POISON, notesRpc, notesService, remedy } from './notes-service.spec-support.js';

const operations = operationsRpc('auth');

describe('operations', () => {
  let stack: Stack;
  let nats: Nats;
  beforeAll(async () => {
    stack = await startStack({ services: [notesService], env: { EVENT_ATTEMPTS: '1' } });
    nats = await Nats.connect({ servers: stack.env('auth')['NATS_URL']!, name: 'spec' });
  });
  afterAll(async () => {
    await nats.connection.close();
    await stack.stop();
  });

  const arrivals = () =>
    stack
      .sql<{ people: number; most: number }>(
        'auth',
        'select count(*)::int as people, max(times)::int as most from arrivals',
      )
      .then((rows) => rows[0]!);

  it('lists a dead letter, replays it once its cause is mended, and then lists it no more', async () => {
    await stack.rpc.call(notesRpc.write, { userId: 1, name: POISON });
    const waiting = async () => (await stack.rpc.call(operations.deadLetters, {})).letters;
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    const [letter] = await waiting();
    expect(letter).toMatchObject({
      consumer: 'auth-auth-profile-updated-v1-count',
      error: 'cannot read this',
      replayedAt: null,
    });

    const early = await stack.rpc.call(operations.replay, { ids: [letter!.id, letter!.id + 1] });
    expect(early).toEqual({
      replayed: [],
      failed: [
        { id: letter!.id, error: 'cannot read this' },
        { id: letter!.id + 1, error: 'There is no such dead letter' },
      ],
    });
    expect(await waiting()).toHaveLength(1);

    remedy.applied = true;
    expect(await stack.rpc.call(operations.replay, { ids: [letter!.id] })).toEqual({
      replayed: [letter!.id],
      failed: [],
    });
    expect(await stack.rpc.call(operations.replay, { ids: [letter!.id] })).toMatchObject({
      replayed: [],
      failed: [{ error: 'It has been replayed already' }],
    });
    expect(await waiting()).toHaveLength(0);
    expect((await stack.rpc.call(operations.deadLetters, { all: true })).letters).toHaveLength(1);
    expect(await arrivals()).toEqual({ people: 1, most: 1 });
  });

  it('brings back what a lost store held, page by page; a second time changes nothing', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => stack.rpc.call(notesRpc.write, { userId: 100 + index, name: 'n' })),
    );
    await eventually(async () =>
      expect(await stack.sql('auth', 'select 1 from outbox where published_at is null')).toHaveLength(0),
    );
    // As after a projection was rebuilt and the broker has lost everything.
    await eventually(async () => expect((await arrivals()).people).toBe(26));
    await stack.sql('auth', 'truncate arrivals, inbox');
    await (await jetstreamManager(nats.connection)).streams.delete('auth-events');
    const pages: number[] = [];
    for (let round = 0; round < 2; round++) {
      let after: number | null = 0;
      while (after !== null) {
        const { published, last }: { published: number; last: number | null } = await stack.rpc.call(
          operations.republish,
          { after, limit: 10 },
        );
        pages.push(published);
        after = last;
      }
    }
    expect(pages).toEqual([10, 10, 6, 10, 10, 6]);
    await eventually(async () => expect(await arrivals()).toEqual({ people: 26, most: 1 }), { timeoutMs: 30_000 });
  }, 60_000);
});
