import { describe, expect, it } from '@jest/globals';
import { Probe } from './probe.js';

const LIMITS = { timeoutMs: 30, keepMs: 60 };

describe('a probe', () => {
  it('asks once for all who want to know at a time, and keeps the answer for a while', async () => {
    let asked = 0;
    const probe = new Probe(async () => ++asked, { timeoutMs: 30, keepMs: 10_000 });
    expect(await Promise.all([probe.read(), probe.read(), probe.read()])).toEqual([1, 1, 1]);
    expect(await probe.read()).toBe(1);
  });

  it('says nothing of what fails, and asks again', async () => {
    let asked = 0;
    const probe = new Probe(() => {
      asked += 1;
      if (asked === 1) throw new Error('at once');
      return asked === 2 ? Promise.reject(new Error('later')) : Promise.resolve('well');
    }, LIMITS);
    expect([await probe.read(), await probe.read(), await probe.read()]).toEqual([undefined, undefined, 'well']);
  });

  it('waits no longer than it may, and puts no second question beside one that hangs', async () => {
    let asked = 0;
    let answer: (text: string) => void = () => undefined;
    const probe = new Probe(() => {
      asked += 1;
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    }, LIMITS);
    expect(await probe.read()).toBeUndefined();
    expect(await probe.read()).toBeUndefined();
    expect(asked).toBe(1);
    answer('late');
    expect(await probe.read()).toBe('late');
  });
});
