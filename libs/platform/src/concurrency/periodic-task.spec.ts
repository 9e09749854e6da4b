import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.js';

describe('a periodic task', () => {
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A task whose runs end when the spec says so. */
  function taskOf(options: Partial<PeriodicTaskOptions> = {}) {
    const runs: (PromiseWithResolvers<void> & { stopping: AbortSignal })[] = [];
    const task = new PeriodicTask({
      name: 'The spec',
      everyMs: 1_000,
      run: (stopping) => {
        runs.push({ ...Promise.withResolvers<void>(), stopping });
        return runs.at(-1)!.promise;
      },
      ...options,
    });
    return { task, runs };
  }

  it('runs at its interval, which begins when the last run has ended', async () => {
    const { task, runs } = taskOf({ firstMs: 10 });
    task.start();
    await jest.advanceTimersByTimeAsync(10);
    expect(runs).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs).toHaveLength(1);
    runs[0]!.resolve();
    await jest.advanceTimersByTimeAsync(999);
    expect(runs).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(2);
  });

  it('goes on after a run that failed', async () => {
    const { task, runs } = taskOf();
    task.start();
    await jest.advanceTimersByTimeAsync(1_000);
    runs[0]!.reject(new Error('no'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toHaveLength(2);
  });

  it('runs at once on request, and never twice at the same time', async () => {
    const { task, runs } = taskOf();
    const both = [task.run(), task.run()];
    expect(runs).toHaveLength(1);
    runs[0]!.resolve();
    await Promise.all(both);
    void task.run();
    expect(runs).toHaveLength(2);
  });

  it('waits for no more than its jitter allows', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    const { task, runs } = taskOf({ jitter: 0.1 });
    task.start();
    random.mockRestore();
    await jest.advanceTimersByTimeAsync(899);
    expect(runs).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(1);
  });

  it('stops when the run under way has ended, which it asks to be soon', async () => {
    const { task, runs } = taskOf();
    task.start();
    await jest.advanceTimersByTimeAsync(1_000);
    let stopped = false;
    const stopping = task.stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(0);
    expect([stopped, runs[0]!.stopping.aborted]).toEqual([false, true]);
    runs[0]!.resolve();
    await stopping;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs).toHaveLength(1);
  });
});
