import { expect, test } from '@jest/globals';
import { afterLeaving, neighbour } from './neighbour';

const lines = [{ id: 4 }, { id: 7 }, { id: 9 }];

test('J and K go through the list and stop at its ends', () => {
  expect([neighbour(lines, 4, 1), neighbour(lines, 9, -1)]).toEqual([7, 7]);
  expect([neighbour(lines, 9, 1), neighbour(lines, 4, -1)]).toEqual([null, null]);
});

test('without an open case both begin with the first', () => {
  expect([neighbour(lines, null, 1), neighbour(lines, 5, -1), neighbour([], null, 1)]).toEqual([4, 4, null]);
});

test('the case after a decided one is the next, at the end the one before, and none after the last', () => {
  expect([afterLeaving(lines, 7), afterLeaving(lines, 9), afterLeaving([{ id: 4 }], 4)]).toEqual([9, 7, null]);
});
