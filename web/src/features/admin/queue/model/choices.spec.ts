import { expect, test } from '@jest/globals';
import { OBJECT_KINDS } from '@inkling/contracts/constants';
import { actOf, choicesFor, choicesForPerson } from './choices';

const of = (kind: (typeof OBJECT_KINDS)[number]) => choicesFor(kind).map(({ choice }) => choice);

test('a profile can be neither hidden nor sensitive', () => {
  expect(of('profile')).toEqual(['dismiss', 'warn', 'delete', 'silence', 'suspendUntil', 'suspendForGood']);
});

test('only polls and pictures can be sensitive', () => {
  expect(OBJECT_KINDS.filter((kind) => of(kind).includes('sensitive'))).toEqual(['poll', 'picture']);
});

test('every choice has a key of its own, which no other key of the queue takes', () => {
  const keys = of('poll').length === 8 ? choicesFor('poll').map(({ key }) => key) : [];
  expect(new Set(keys).size).toBe(8);
  expect(keys.filter((key) => 'JKRLZ?'.includes(key))).toEqual([]);
});

test('both suspensions are one act', () => {
  expect([actOf('suspendUntil'), actOf('suspendForGood'), actOf('hide')]).toEqual(['suspend', 'suspend', 'hide']);
});

test('about a person alone nothing is dismissed or hidden', () => {
  expect(choicesForPerson().map(({ choice }) => choice)).toEqual(['warn', 'silence', 'suspendUntil', 'suspendForGood']);
});
