import { describe, expect, it } from '@jest/globals';
import { WaitingLine } from './waiting-line.js';

/** Work that ends when the test says so. */
function controlled() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { promise, finish: resolve };
}

describe('waiting line', () => {
  it('runs so many at once, keeps so many waiting, and refuses the next with 503', async () => {
    const line = new WaitingLine(2, 1);
    const works = [controlled(), controlled(), controlled()];
    let started = 0;
    const runs = works.map(({ promise }) => line.run(() => ((started += 1), promise)));
    expect(started).toBe(2);
    await expect(line.run(() => Promise.resolve('never'))).rejects.toMatchObject({ code: 'unavailable', status: 503 });

    works[0]!.finish('a');
    expect(await runs[0]).toBe('a');
    works[2]!.finish('c');
    expect(await runs[2]).toBe('c');
    expect(started).toBe(3);
    works[1]!.finish('b');
    expect(await runs[1]).toBe('b');
  });

  it('frees its place when the work fails', async () => {
    const line = new WaitingLine(1, 0);
    await expect(line.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await line.run(() => Promise.resolve('next'))).toBe('next');
  });
});
