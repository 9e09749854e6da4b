import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@inkling/testing';
import { QueueLoop } from './queue-loop.js';

/** A queue in memory whose work ends when the spec says so. */
function queue(count: number, slots: number) {
  const waiting = Array.from({ length: count }, (_, index) => index);
  const open = new Map<number, (error?: Error) => void>();
  const state = { most: 0, looks: 0, fail: false };
  const loop = new QueueLoop<number>({
    name: 'spec',
    slots,
    take: async (limit) => {
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
  return { loop, waiting, open, state };
}

describe('a queue loop', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('works on so many at once, and one that hangs or fails holds up nobody', async () => {
    const { loop, waiting, open, state } = queue(20, 4);
    loop.start();
    await eventually(() => open.size === 4);
    for (let done = 1; done < 20; done += 1) {
      await eventually(() => open.size > 1 || waiting.length === 0);
      open.get(done)?.(done % 2 ? new Error('work failed') : undefined);
      await eventually(() => !open.has(done));
    }
    expect([waiting, [...open.keys()], state.most]).toEqual([[], [0], 4]);
    open.get(0)?.();
    await loop.stop();
  });

  it('looks at once when it is woken, while it looks as well as between two looks', async () => {
    const { loop, waiting, open } = queue(0, 2);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    loop.start();
    for (const row of [1, 2]) {
      waiting.push(row);
      loop.wake();
      // Before any timer.
      await turn();
      expect(open.has(row)).toBe(true);
      open.get(row)?.();
      await turn();
    }
    await loop.stop();
  });

  it('goes on after a look that failed', async () => {
    const { loop, open, state } = queue(1, 1);
    state.fail = true;
    loop.start();
    await eventually(() => state.looks >= 1);
    state.fail = false;
    await eventually(() => open.size === 1);
    open.get(0)?.();
    await loop.stop();
  });

  it('never asks for less than one row, also when a look has brought more than it asked for', async () => {
    const asked: number[] = [];
    const ends: (() => void)[] = [];
    const loop = new QueueLoop<number>({
      name: 'spec',
      slots: 2,
      take: async (limit) => {
        asked.push(limit);
        return { rows: asked.length === 1 ? [1, 2, 3, 4, 5] : [], more: asked.length === 1 };
      },
      work: () => new Promise((resolve) => ends.push(resolve)),
    });
    loop.start();
    await eventually(() => ends.length === 5);
    for (const end of ends) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => asked.length > 1);
    await loop.stop();
    expect(Math.min(...asked)).toBe(1);
  });

  it('stops when what is under way has ended, and takes nothing more', async () => {
    const { loop, waiting, open } = queue(5, 2);
    loop.start();
    await eventually(() => open.size === 2);
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    open.get(0)?.();
    await eventually(() => open.size === 1);
    expect(stopped).toBe(false);
    open.get(1)?.();
    await stopping;
    expect(waiting).toEqual([2, 3, 4]);
  });
});
