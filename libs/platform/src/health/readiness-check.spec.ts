import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NotReady, ReadinessCheck } from './readiness-check.js';

const TIMES = { everyMs: 5_000, timeoutMs: 3_000 };

describe('a check of readiness', () => {
  let check: ReadinessCheck;
  let asked: number;
  let answer: () => Promise<void>;
  let changes: string[];
  const passing = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [asked, changes, answer] = [0, [], () => Promise.resolve()];
  });
  afterEach(() => {
    check.end();
    jest.useRealTimers();
  });
  const start = () => {
    check = new ReadinessCheck(
      () => {
        asked += 1;
        return answer();
      },
      TIMES,
      (word) => void changes.push(word),
    );
  };

  it('asks on its interval, however often it is read', async () => {
    start();
    for (let time = 0; time < 100; time += 1) expect(await check.read()).toBe('ok');
    expect(asked).toBe(1);
    await passing(5_000);
    expect([asked, changes]).toEqual([2, []]);
  });

  it('says why not, asks again sooner, and recovers by itself', async () => {
    start();
    await check.read();
    answer = () => Promise.reject(new NotReady('disk full'));
    await passing(5_000);
    expect(await check.read()).toBe('disk full');
    answer = () => Promise.reject(new Error('of another kind'));
    await passing(2_000);
    expect(await check.read()).toBe('unavailable');
    answer = () => Promise.resolve();
    await passing(2_000);
    expect([await check.read(), changes]).toEqual(['ok', ['disk full', 'unavailable', 'ok']]);
  });

  it('does not wait for what does not answer, and puts no second question meanwhile', async () => {
    let settle = (): void => undefined;
    answer = () => new Promise<void>((resolve) => (settle = resolve));
    start();
    const first = check.read();
    await passing(3_000);
    expect(await first).toBe('no answer in time');
    await passing(60_000);
    expect([asked, await check.read()]).toEqual([1, 'no answer in time']);
    settle();
    await passing(0);
    expect(await check.read()).toBe('ok');
  });

  it('asks no more, and says nothing, once it has ended', async () => {
    start();
    await check.read();
    answer = () => Promise.reject(new NotReady('disk full'));
    check.end();
    await passing(60_000);
    expect([asked, changes]).toEqual([1, []]);
  });
});
