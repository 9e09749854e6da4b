import { describe, expect, it } from '@jest/globals';
import { MessageBatches } from './message-batches.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('batches of messages', () => {
  it('gathers what arrives while a batch is under way, in order, one batch at a time', async () => {
    const taken: number[][] = [];
    const ends: (() => void)[] = [];
    const batches = new MessageBatches<number>((batch) => {
      taken.push([...batch]);
      return new Promise((resolve) => ends.push(resolve));
    });
    await batches.add(1);
    await turn();
    for (const message of [2, 3, 4]) await batches.add(message);
    await turn();
    expect(taken).toEqual([[1]]);
    ends[0]!();
    await turn();
    expect(taken).toEqual([[1], [2, 3, 4]]);
    ends[1]!();
    await batches.idle();
    await batches.add(5);
    await turn();
    expect(taken.at(-1)).toEqual([5]);
  });

  it('makes whoever adds wait when a batch is full', async () => {
    let release = () => undefined as void;
    const taken: number[] = [];
    const batches = new MessageBatches<number>((batch) => {
      taken.push(batch.length);
      return new Promise((resolve) => {
        release = resolve;
      });
    });
    await batches.add(0);
    await turn();
    for (let message = 1; message < 64; message++) await batches.add(message);
    let added = false;
    const last = batches.add(64).then(() => {
      added = true;
    });
    await turn();
    expect(added).toBe(false);
    release();
    await turn();
    release();
    await last;
    expect(taken).toEqual([1, 64]);
  });
});
