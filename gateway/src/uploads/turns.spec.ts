import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  it('give each user one place and each network some, so that others are not kept waiting', async () => {
    const turns = new Turns(2);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (userId: number, network: string): Promise<void> =>
      turns.run({ userId, network, newcomer: false }, () => {
        running.push(`${userId} ${network}`);
        return new Promise((resolve) => ends.push(resolve));
      });
    const all = [begin(1, 'a'), begin(1, 'a'), begin(2, 'a'), begin(3, 'a'), begin(4, 'b')];
    await turn();
    expect(running).toEqual(['1 a', '2 a', '4 b']);
    ends.shift()?.();
    await turn();
    // The network's place goes to who waits for it, in order.
    expect(running.slice(3)).toEqual(['3 a']);
    while (ends.length > 0) {
      ends.shift()?.();
      await turn();
    }
    await Promise.all(all);
    expect(running).toHaveLength(5);
  });

  it('go on after work that fails', async () => {
    const turns = new Turns(1);
    const uploader = { userId: 1, network: 'a', newcomer: false };
    await expect(turns.run(uploader, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run(uploader, () => Promise.resolve('fine'))).toBe('fine');
  });
});
