import { expect, test } from '@jest/globals';
import { withLastCounts } from './counts';

const user = { id: 7, name: 'Noor', pollsCount: 3, followersCount: 12, followingCount: 0 };
const unknown = { ...user, followersCount: null, followingCount: null };

test('a user with all counts is taken as it is', () => {
  expect(withLastCounts(user, { ...user, pollsCount: 9 })).toBe(user);
});

test('counts that could not be said are those of before, and are marked', () => {
  expect(withLastCounts(unknown, { ...user, pollsCount: 9 })).toEqual({ ...user, countsMissing: true });
  expect(withLastCounts(unknown, withLastCounts(unknown, user))).toEqual({ ...user, countsMissing: true });
});

test('they stay unknown where nothing is known, or only of somebody else', () => {
  expect(withLastCounts(unknown, undefined)).toEqual({ ...unknown, countsMissing: true });
  expect(withLastCounts(unknown, { ...user, id: 8 })).toEqual({ ...unknown, countsMissing: true });
});
