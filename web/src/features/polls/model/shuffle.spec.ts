import { expect, test } from '@jest/globals';
import { hiddenPoll } from '../testing/poll-fixture';
import { inOrder, shownOrder } from './shuffle';

const poll = (id: number, shuffled = true) =>
  hiddenPoll(id, { shuffled, options: ['a', 'b', 'c', 'd'].map((text) => ({ text })) });

test('a viewer sees one order of a poll, whenever they look', () => {
  const order = shownOrder(poll(7), 42)!;
  expect(shownOrder(poll(7), 42)).toEqual(order);
  expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(inOrder(['a', 'b', 'c', 'd'], order)).toEqual(order.map((index) => 'abcd'[index]));
});

test('an unshuffled poll stays in the order of its author', () => {
  expect(shownOrder(poll(7, false), 42)).toBeUndefined();
  expect(inOrder(['a', 'b'], undefined)).toEqual(['a', 'b']);
});

test('over viewers and over polls, each option is at each place about equally often', () => {
  for (const orders of [
    Array.from({ length: 4_000 }, (_, viewer) => shownOrder(poll(7), viewer + 1)!),
    Array.from({ length: 4_000 }, (_, id) => shownOrder(poll(id + 1), 42)!),
  ])
    for (const place of [0, 1, 2, 3])
      for (const option of [0, 1, 2, 3]) {
        const times = orders.filter((order) => order[place] === option).length;
        expect(Math.abs(times - 1_000)).toBeLessThan(150);
      }
});
