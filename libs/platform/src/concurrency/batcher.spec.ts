import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { BatchLoader } from './batch-loader.js';
import { Batcher, type BatcherLimits } from './batcher.js';

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A batcher whose calls end when the spec says so. */
function batcherOf(limits: Partial<BatcherLimits>) {
  const calls: { items: readonly number[]; end: () => void }[] = [];
  const givenUp: number[] = [];
  const batcher = new Batcher<number>(
    (items) => new Promise((end) => calls.push({ items, end })),
    { inFlight: 1, batch: 64, waiting: 1_000, ...limits },
    (item) => givenUp.push(item),
  );
  const add = (...items: number[]) => items.map((item) => batcher.add(item));
  return { batcher, calls, givenUp, add, sent: () => calls.map(({ items }) => items) };
}
/** From here on time passes only when the spec says so; turns of the event loop stay real. */
const stopTime = () => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
afterEach(() => void jest.useRealTimers());

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a batcher', () => {
  it('sends what one turn of the event loop brought, and gathers the rest while the call is under way', async () => {
    const { calls, add, sent } = batcherOf({});
    add(1, 2);
    expect(sent()).toEqual([]);
    await turn();
    add(3);
    await turn();
    add(4, 5);
    await turn();
    expect(sent()).toEqual([[1, 2]]);
    calls[0]!.end();
    await turn();
    expect(sent()).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('has so many calls in flight, none with more than a batch', async () => {
    const { calls, add, sent } = batcherOf({ inFlight: 2, batch: 3 });
    add(...range(10));
    await turn();
    expect(sent()).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    calls[1]!.end();
    await turn();
    expect(sent()[2]).toEqual([6, 7, 8]);
  });

  it('starts a call within the turn once enough items wait', () => {
    const { add, sent } = batcherOf({ inFlight: 2, enough: 3 });
    add(1, 2, 3, 4);
    expect(sent()).toEqual([[1, 2, 3]]);
  });

  it('shares a crowd among its free slots, and a few items among none', async () => {
    const crowd = batcherOf({ inFlight: 2, shareMin: 4 });
    crowd.add(...range(20));
    const few = batcherOf({ inFlight: 2, shareMin: 4 });
    few.add(1, 2, 3);
    await turn();
    expect(crowd.sent().map((items) => items.length)).toEqual([10, 10]);
    expect(few.sent()).toEqual([[1, 2, 3]]);
  });

  it('refuses more than may wait, gives up what waited too long, and goes on when the call ends', async () => {
    stopTime();
    const { batcher, calls, givenUp, add, sent } = batcherOf({ batch: 2, waiting: 3, timeoutMs: 300 });
    expect(add(1, 2)).toEqual([true, true]);
    await turn();
    expect(sent()).toEqual([[1, 2]]);
    expect(add(3, 4, 5, 6)).toEqual([true, true, true, false]);
    expect(batcher.depth).toBe(3);
    await jest.advanceTimersByTimeAsync(299);
    expect(givenUp).toEqual([]);
    // Waiting items are looked at every 250 ms.
    await jest.advanceTimersByTimeAsync(251);
    expect(givenUp).toEqual([3, 4, 5]);
    add(7);
    calls[0]!.end();
    await turn();
    expect(sent()).toEqual([[1, 2], [7]]);
    expect(givenUp).toEqual([3, 4, 5]);
  });

  it('is idle when nothing waits and no call is under way', async () => {
    const { batcher, calls, add } = batcherOf({});
    await batcher.idle();
    add(1);
    let idle = false;
    const waiting = batcher.idle().then(() => (idle = true));
    await turn();
    add(2);
    calls[0]!.end();
    await turn();
    expect(idle).toBe(false);
    calls[1]!.end();
    await waiting;
  });
});

describe('a batch loader', () => {
  const limits = { inFlight: 1, batch: 64, waiting: 3 };

  it('reads once for the loads of one moment, and gives each its own value or error', async () => {
    const reads: (readonly number[])[] = [];
    const loader = new BatchLoader<number, string>(async (keys) => {
      reads.push(keys);
      return keys.map((key) => (key === 2 ? new Error('two') : `value ${key}`));
    }, limits);
    const loads = [1, 2, 3].map((key) => loader.load(key));
    expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await loads[2]).toBe('value 3');
    expect(reads).toEqual([[1, 2, 3]]);
  });

  it('fails all loads of a read that fails, and refuses more than may wait', async () => {
    const loader = new BatchLoader<number, string>(() => Promise.reject(new Error('away')), limits);
    const [first, second, third, fourth] = await Promise.allSettled([1, 2, 3, 4].map((key) => loader.load(key)));
    for (const load of [first, second, third]) expect(load).toMatchObject({ reason: { message: 'away' } });
    expect(fourth).toMatchObject({ reason: { code: 'unavailable' } });
  });

  describe('with a rest between calls', () => {
    it('sends a lone item at once, and what comes within the rest together when it is over', async () => {
      stopTime();
      const { calls, add, sent } = batcherOf({ restMs: 40 });
      add(1);
      await turn();
      calls[0]!.end();
      await turn();
      add(2);
      await turn();
      add(3);
      await turn();
      await jest.advanceTimersByTimeAsync(39);
      expect(sent()).toEqual([[1]]);
      await jest.advanceTimersByTimeAsync(1);
      expect(sent()).toEqual([[1], [2, 3]]);
    });

    it('does not make a full batch wait', async () => {
      const { calls, add, sent } = batcherOf({ restMs: 60_000, batch: 3 });
      add(1);
      await turn();
      calls[0]!.end();
      await turn();
      add(2, 3);
      await turn();
      expect(sent()).toEqual([[1]]);
      add(4);
      await turn();
      expect(sent()).toEqual([[1], [2, 3, 4]]);
      calls[1]!.end();
    });

    it('sends all that waits when it is drained', async () => {
      const { batcher, calls, add, sent } = batcherOf({ restMs: 60_000 });
      add(1);
      await turn();
      calls[0]!.end();
      await turn();
      add(2);
      await turn();
      const drained = batcher.drain();
      await turn();
      expect(sent()).toEqual([[1], [2]]);
      calls[1]!.end();
      await drained;
    });
  });
});
