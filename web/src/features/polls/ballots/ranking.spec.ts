import { expect, test } from '@jest/globals';
import { carry, move, tap } from './ranking';

test('a tap writes the next number, takes one off and closes the gap, and does nothing when none is left', () => {
  expect(tap([], 2, 3)).toEqual([2]);
  expect(tap([2, 0], 1, 3)).toEqual([2, 0, 1]);
  expect(tap([2, 0, 1], 0, 3)).toEqual([2, 1]);
  expect(tap([2, 0], 1, 2)).toBeNull();
});

test('a step exchanges numbers with the neighbour, and stops at both ends', () => {
  expect(move([2, 0, 1], 0, -1)).toEqual([0, 2, 1]);
  expect(move([2, 0, 1], 0, 1)).toEqual([2, 1, 0]);
  expect([move([2, 0], 2, -1), move([2, 0], 0, 1), move([2, 0], 1, 1)]).toEqual([
    [2, 0],
    [2, 0],
    [2, 0],
  ]);
});

test('a number that is carried to another option is exchanged, or given away', () => {
  expect(carry([2, 0, 1], 2, 1)).toEqual([1, 0, 2]);
  expect(carry([2, 0], 0, 3)).toEqual([2, 3]);
  expect(carry([2, 0], 1, 2)).toEqual([2, 0]);
});
