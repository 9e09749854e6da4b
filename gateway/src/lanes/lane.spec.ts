import { describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { Lane } from './lane.js';

describe('a lane whose service is silent', () => {
  it('gives up what has waited too long, takes no more than it may, and goes on when the service is back', async () => {
    const sent: (readonly number[])[] = [];
    const givenUp: number[] = [];
    let answer = () => undefined as void;
    const lane = new Lane<number>(
      (items) => {
        sent.push(items);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      (item) => givenUp.push(item),
      { inFlight: 1, batch: 2, waiting: 3, patienceMs: 50 },
    );
    expect([1, 2].map((item) => lane.add(item))).toEqual([true, true]);
    await eventually(() => expect(sent).toEqual([[1, 2]]));
    expect([3, 4, 5, 6].map((item) => lane.add(item))).toEqual([true, true, true, false]);
    await eventually(() => expect(givenUp).toEqual([3, 4, 5]));
    lane.add(7);
    answer();
    await eventually(() => expect(sent).toEqual([[1, 2], [7]]));
    expect(givenUp).toEqual([3, 4, 5]);
  });
});
