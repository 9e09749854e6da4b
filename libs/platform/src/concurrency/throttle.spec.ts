import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Throttle, type ThrottleOptions } from './throttle.js';

describe('a throttle', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A throttle that notes its runs with the milliseconds at which they began. */
  function throttleOf(options: Partial<ThrottleOptions<string, number>> = {}) {
    const began = performance.now();
    const runs: [number, Record<string, number>][] = [];
    const throttle = new Throttle<string, number>({
      intervalMs: 250,
      delayMs: 20,
      run: (due) => void runs.push([performance.now() - began, Object.fromEntries(due)]),
      ...options,
    });
    return { throttle, runs };
  }

  it('runs soon after the first state, then once per interval with the last state, and then no more', async () => {
    const { throttle, runs } = throttleOf();
    for (let state = 1; state <= 50; state += 1) {
      throttle.add('a', state);
      await jest.advanceTimersByTimeAsync(10);
    }
    await jest.advanceTimersByTimeAsync(2_000);
    expect(runs).toEqual([
      [20, { a: 2 }],
      [270, { a: 27 }],
      [520, { a: 50 }],
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('shares a run among the keys that are due, each by its own interval', async () => {
    const { throttle, runs } = throttleOf();
    throttle.add('a', 1);
    throttle.add('b', 2);
    await jest.advanceTimersByTimeAsync(100);
    throttle.add('a', 3);
    throttle.add('c', 4);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toEqual([
      [20, { a: 1, b: 2 }],
      [120, { c: 4 }],
      [270, { a: 3 }],
    ]);
  });

  it('takes a state without delay where none is wanted', async () => {
    const { throttle, runs } = throttleOf({ delayMs: 0 });
    throttle.add('a', 1);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs.map(([, due]) => due)).toEqual([{ a: 1 }]);
  });

  it('merges states as it is told', async () => {
    const { throttle, runs } = throttleOf({ merge: (waiting, next) => waiting + next });
    for (const state of [1, 2, 3]) throttle.add('a', state);
    await jest.advanceTimersByTimeAsync(20);
    expect(runs).toEqual([[20, { a: 6 }]]);
  });

  it('begins no run before the last has ended, and leaves what is too much for one to the next', async () => {
    let end: () => void = () => undefined;
    const runs: string[][] = [];
    const { throttle } = throttleOf({
      perRun: 2,
      run: (due) => {
        runs.push([...due.keys()]);
        return new Promise((resolve) => (end = resolve));
      },
    });
    for (const key of ['a', 'b', 'c']) throttle.add(key, 1);
    await jest.advanceTimersByTimeAsync(100);
    expect(runs).toEqual([['a', 'b']]);
    end();
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toEqual([['a', 'b'], ['c']]);
    end();
  });

  it('refuses keys beyond its limit until others are forgotten', async () => {
    const { throttle } = throttleOf({ keysMax: 1 });
    expect([throttle.add('a', 1), throttle.add('a', 2), throttle.add('b', 1)]).toEqual([true, true, false]);
    await jest.advanceTimersByTimeAsync(270);
    expect(throttle.add('b', 1)).toBe(true);
  });

  it('makes fresh keys due together, and forgets everything when it is stopped', async () => {
    const { throttle, runs } = throttleOf();
    throttle.add('a', 1);
    await jest.advanceTimersByTimeAsync(15);
    throttle.add('b', 2);
    await jest.advanceTimersByTimeAsync(5);
    expect(runs).toEqual([[20, { a: 1, b: 2 }]]);
    throttle.add('a', 3);
    throttle.stop();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([runs.length, throttle.add('c', 1), jest.getTimerCount()]).toEqual([1, false, 0]);
  });

  it('runs what waits at once when it is flushed', async () => {
    const { throttle, runs } = throttleOf();
    throttle.add('a', 1);
    await jest.advanceTimersByTimeAsync(20);
    throttle.add('a', 2);
    throttle.add('b', 3);
    await throttle.flush();
    expect(runs[1]).toEqual([20, { a: 2, b: 3 }]);
    expect([throttle.add('a', 4), jest.getTimerCount()]).toEqual([false, 0]);
  });
});
