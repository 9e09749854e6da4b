import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairSemaphore } from './fair-semaphore.js';

describe('A fair semaphore', () => {
  it('gives each user one permit and each network some, so that others need not wait', async () => {
    const semaphore = new FairSemaphore(2, 3);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (userId: number, network: string): Promise<void> =>
      semaphore.run({ userId, network, block: network, newcomer: false }, () => {
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

  it('leaves a permit that one IPv6 block cannot take, however many networks it has', async () => {
    const semaphore = new FairSemaphore(2, 3);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const all = ['a', 'b', 'c', 'd'].map((network, userId) =>
      semaphore.run({ userId, network, block: 'wide', newcomer: false }, () => {
        running.push(network);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await turn();
    expect(running).toEqual(['a', 'b', 'c']);
    ends.shift()?.();
    await turn();
    expect(running).toEqual(['a', 'b', 'c', 'd']);
    for (const end of ends) end();
    await Promise.all(all);
  });

  it('go on after work that fails', async () => {
    const semaphore = new FairSemaphore(1, 1);
    const uploader = { userId: 1, network: 'a', block: 'a', newcomer: false };
    await expect(semaphore.run(uploader, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.run(uploader, () => Promise.resolve('fine'))).toBe('fine');
  });
});
