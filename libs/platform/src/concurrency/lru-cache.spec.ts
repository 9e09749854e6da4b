import { describe, expect, it } from '@jest/globals';
import { LruCache } from './lru-cache.js';

describe('An LRU cache', () => {
  it('stays within its weight and keeps what was used last', () => {
    const weights: Record<string, number> = { A: 4, B: 4, C: 4, D: 11, A2: 6 };
    const kept = new LruCache<string, string>(10, (value) => weights[value]!);
    kept.set('a', 'A');
    kept.set('b', 'B');
    expect(kept.get('a')).toBe('A');
    kept.set('c', 'C');
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C']);
    kept.set('d', 'D');
    kept.set('a', 'A2');
    expect([kept.get('a'), kept.get('c'), kept.get('d'), kept.size]).toEqual(['A2', 'C', undefined, 2]);
  });

  it('shares a load among its callers and keeps the value, but neither a failure nor undefined', async () => {
    const cache = new LruCache<string, string | undefined>(10);
    const results: (string | undefined | Error)[] = [new Error('away'), undefined, 'value'];
    let loads = 0;
    const make = () => {
      loads += 1;
      const result = results.shift();
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    };
    await expect(Promise.all([cache.load('a', make), cache.load('a', make)])).rejects.toThrow('away');
    expect(await cache.load('a', make)).toBeUndefined();
    expect(await Promise.all([cache.load('a', make), cache.load('a', make)])).toEqual(['value', 'value']);
    expect([await cache.load('a', make), loads]).toEqual(['value', 3]);
  });
});
