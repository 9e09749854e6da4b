import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

describe('a semaphore', () => {
  it('runs a few at once, in the order of arrival', async () => {
    const semaphore = new Semaphore(2, 10);
    const began: number[] = [];
    const ends: (() => void)[] = [];
    const work = Array.from({ length: 5 }, (_, i) =>
      semaphore.run(() => {
        began.push(i);
        return new Promise<number>((resolve) => ends.push(() => resolve(i)));
      }),
    );
    await Promise.resolve();
    expect(began).toEqual([0, 1]);
    ends[1]!();
    expect(await work[1]).toBe(1);
    expect(began).toEqual([0, 1, 2]);
    for (let i = 0; i < 5; i++) {
      ends[i]?.();
      await Promise.race([Promise.all(work), new Promise((resolve) => setImmediate(resolve))]);
    }
    expect(await Promise.all(work)).toEqual([0, 1, 2, 3, 4]);
  });

  it('starts the next as soon as one ends', async () => {
    const semaphore = new Semaphore(2, 1);
    const works = [0, 1, 2].map(() => Promise.withResolvers<string>());
    let started = 0;
    const runs = works.map(({ promise }) => semaphore.run(() => ((started += 1), promise)));
    expect(started).toBe(2);
    works[0]!.resolve('a');
    expect(await runs[0]).toBe('a');
    works[2]!.resolve('c');
    expect(await runs[2]).toBe('c');
    expect(started).toBe(3);
    works[1]!.resolve('b');
    expect(await runs[1]).toBe('b');
  });

  it('refuses with the message it was given', async () => {
    const semaphore = new Semaphore(0, 0, 'The kitchen is closed.');
    await expect(semaphore.run(() => Promise.resolve('never'))).rejects.toMatchObject({
      message: 'The kitchen is closed.',
      code: 'unavailable',
      status: 503,
    });
  });

  it('refuses more than may wait, and goes on after failures', async () => {
    const semaphore = new Semaphore(1, 1);
    let fail: () => void = () => undefined;
    const first = semaphore.run(() => new Promise((_resolve, reject) => (fail = () => reject(new Error('broken')))));
    const second = semaphore.run(() => Promise.resolve('second'));
    await expect(semaphore.run(() => Promise.resolve('third'))).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
    });
    fail();
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBe('second');
    expect(await semaphore.run(() => Promise.resolve('fourth'))).toBe('fourth');
  });
});
