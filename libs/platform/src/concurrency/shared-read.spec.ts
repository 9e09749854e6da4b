import { describe, expect, it } from '@jest/globals';
import { SharedRead } from './shared-read.js';

/** A read whose results are given by hand; counts how often it began. */
function readOf(keepMs?: number) {
  const reads: PromiseWithResolvers<string>[] = [];
  const shared = new SharedRead(() => {
    reads.push(Promise.withResolvers());
    return reads.at(-1)!.promise;
  }, keepMs);
  return { shared, reads };
}

describe('a shared read', () => {
  it('is begun once for all who come while it is under way, and again afterwards', async () => {
    const { shared, reads } = readOf();
    const callers = [shared.get(), shared.get()];
    reads[0]!.resolve('a');
    expect(await Promise.all(callers)).toEqual(['a', 'a']);
    void shared.get();
    expect(reads).toHaveLength(2);
  });

  it('is kept for a while where that is wanted, until it is forgotten', async () => {
    const { shared, reads } = readOf(60_000);
    const first = shared.get();
    reads[0]!.resolve('a');
    await first;
    expect(await shared.get()).toBe('a');
    shared.forget();
    void shared.get();
    expect(reads).toHaveLength(2);
  });

  it('is begun for each caller when it is kept for no time', () => {
    const { shared, reads } = readOf(0);
    void shared.get();
    void shared.get();
    expect(reads).toHaveLength(2);
  });

  it.each([undefined, 60_000])('is not kept when it fails (kept for %s ms)', async (keepMs) => {
    const { shared, reads } = readOf(keepMs);
    const failing = shared.get();
    reads[0]!.reject(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    const again = shared.get();
    reads[1]!.resolve('b');
    expect(await again).toBe('b');
  });

  it('that was forgotten does not replace a newer one when it fails', async () => {
    const { shared, reads } = readOf(60_000);
    const old = shared.get();
    shared.forget();
    const newer = shared.get();
    reads[0]!.reject(new Error('away'));
    await expect(old).rejects.toThrow('away');
    reads[1]!.resolve('b');
    await newer;
    expect(await shared.get()).toBe('b');
    expect(reads).toHaveLength(2);
  });
});
