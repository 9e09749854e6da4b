import { describe, expect, it } from '@jest/globals';
import { eventually } from './index.js';

describe('eventually', () => {
  it('answers as soon as the condition holds', async () => {
    let looks = 0;
    expect(await eventually(() => ++looks === 3 && 'there', { intervalMs: 1 })).toBe('there');
    expect(looks).toBe(3);
  });
  it('fails with what the condition said last', async () => {
    let looks = 0;
    const look = () => {
      throw new Error(`look ${++looks > 1 ? 'again' : 'once'}`);
    };
    await expect(eventually(look, { timeoutMs: 20, intervalMs: 1 })).rejects.toThrow('look again');
    await expect(eventually(() => false, { timeoutMs: 10, intervalMs: 1 })).rejects.toThrow('still false after 10 ms');
  });
});
