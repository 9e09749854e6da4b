import { expect, it } from '@jest/globals';
import { passTime } from '@inkling/testing';
import { ApiError } from '../errors/api-error.js';
import { RememberedRefusals } from './remembered-refusals.js';

const error = new ApiError('too-many-polls');
const remembered = (refusals: RememberedRefusals, userId = 1): boolean => {
  try {
    refusals.assertNone(userId);
    return false;
  } catch (caught) {
    expect(caught).toBe(error);
    return true;
  }
};

it('repeats a refusal for that person for a second', () => {
  const refusals = new RememberedRefusals();
  refusals.add(1, error, 3_600);
  expect([remembered(refusals), remembered(refusals), remembered(refusals, 2)]).toEqual([true, true, false]);
  passTime(1_000);
  expect(remembered(refusals)).toBe(false);
});

it('never repeats one in the last second of a window, whose end may have passed', () => {
  const refusals = new RememberedRefusals();
  refusals.add(1, error, 1);
  expect(remembered(refusals)).toBe(false);
});

it('forgets one when a place is given back, and all when there are too many', () => {
  const refusals = new RememberedRefusals();
  refusals.add(1, error, 60);
  refusals.delete(1);
  expect(remembered(refusals)).toBe(false);
  for (let person = 0; person <= 10_000; person += 1) refusals.add(person, error, 60);
  expect([remembered(refusals, 1), remembered(refusals, 10_000)]).toEqual([false, true]);
});
