import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@inkling/testing';
import { WorkQueue, backoffMs } from './work-queue.js';

/** A queue in memory whose work ends when the spec says so. */
function queueOf(count: number, slots: number) {
  const waiting = Array.from({ length: count }, (_, index) => index);
  const open = new Map<number, (error?: Error) => void>();
  const state = { most: 0, looks: 0, fail: false };
  const queue = new WorkQueue<number>({
    name: 'spec',
    slots,
    claim: async (limit) => {
      state.looks += 1;
      if (state.fail) throw new Error('the table is gone');
      const rows = waiting.splice(0, limit);
      return { rows, more: rows.length === limit };
    },
    work: (row) =>
      new Promise((resolve, reject) => {
        open.set(row, (error) => {
          open.delete(row);
          if (error) reject(error);
          else resolve();
        });
        state.most = Math.max(state.most, open.size);
      }),
  });
  return { queue, waiting, open, state };
}

describe('a work queue', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('works on so many at once, and one that hangs or fails holds up nobody', async () => {
    const { queue, waiting, open, state } = queueOf(20, 4);
    queue.start();
    await eventually(() => open.size === 4);
    for (let done = 1; done < 20; done += 1) {
      await eventually(() => open.size > 1 || waiting.length === 0);
      open.get(done)?.(done % 2 ? new Error('work failed') : undefined);
      await eventually(() => !open.has(done));
    }
    expect([waiting, [...open.keys()], state.most]).toEqual([[], [0], 4]);
    open.get(0)?.();
    await queue.stop();
  });

  it('looks at once when it is woken, while it looks as well as between two looks', async () => {
    const { queue, waiting, open } = queueOf(0, 2);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    queue.start();
    for (const row of [1, 2]) {
      waiting.push(row);
      queue.wake();
      // Before any timer.
      await turn();
      expect(open.has(row)).toBe(true);
      open.get(row)?.();
      await turn();
    }
    await queue.stop();
  });

  it('goes on after a look that failed', async () => {
    const { queue, open, state } = queueOf(1, 1);
    state.fail = true;
    queue.start();
    await eventually(() => state.looks >= 1);
    state.fail = false;
    await eventually(() => open.size === 1);
    open.get(0)?.();
    await queue.stop();
  });

  it('never asks for less than one row, also when a look has brought more than it asked for', async () => {
    const asked: number[] = [];
    const ends: (() => void)[] = [];
    const queue = new WorkQueue<number>({
      name: 'spec',
      slots: 2,
      claim: async (limit) => {
        asked.push(limit);
        return { rows: asked.length === 1 ? [1, 2, 3, 4, 5] : [], more: asked.length === 1 };
      },
      work: () => new Promise((resolve) => ends.push(resolve)),
    });
    queue.start();
    await eventually(() => ends.length === 5);
    for (const end of ends) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => asked.length > 1);
    await queue.stop();
    expect(Math.min(...asked)).toBe(1);
  });

  it('stops when what is under way has ended, and takes nothing more', async () => {
    const { queue, waiting, open } = queueOf(5, 2);
    queue.start();
    await eventually(() => open.size === 2);
    let stopped = false;
    const stopping = queue.stop().then(() => (stopped = true));
    open.get(0)?.();
    await eventually(() => open.size === 1);
    expect(stopped).toBe(false);
    open.get(1)?.();
    await stopping;
    expect(waiting).toEqual([2, 3, 4]);
  });
});

describe('the backoff', () => {
  it('doubles from attempt to attempt, up to an hour, with a tenth of chance', () => {
    for (const [attempts, expected] of [
      [1, 1_000],
      [2, 2_000],
      [5, 16_000],
      [30, 3_600_000],
    ] as const) {
      const delay = backoffMs(attempts, 1_000);
      expect(delay).toBeGreaterThanOrEqual(expected * 0.9);
      expect(delay).toBeLessThanOrEqual(expected * 1.1);
    }
  });

  it('is at least what the other side asked for, and that at most an hour', () => {
    expect(backoffMs(1, 1_000, 60_000)).toBe(60_000);
    expect(backoffMs(1, 1_000, 1e12)).toBe(3_600_000);
  });
});
