import { describe, expect, it } from '@jest/globals';
import { PreparedNames } from './prepared-names.js';

const READ = 'select "name" from "notes" where "user_id" = $1';

describe('names of prepared statements', () => {
  it('are given to reads, one to each text', () => {
    const names = new PreparedNames();
    expect(names.of(READ)).toMatch(/^[\w-]{43}$/);
    expect(names.of(READ)).toBe(new PreparedNames().of(READ));
    expect(names.of(`${READ} limit $2`)).not.toBe(names.of(READ));
  });

  it.each([
    ['writes', 'update "notes" set "name" = $1'],
    ['locking reads', `${READ} for update skip locked`],
    ['lists of varying length', 'select "name" from "notes" where "user_id" in ($1, $2)'],
    ['all columns', 'select * from "notes"'],
  ])('are not given to %s', (_, text) => {
    expect(new PreparedNames().of(text)).toBeUndefined();
  });

  it('are bounded in number', () => {
    const names = new PreparedNames();
    const given = Array.from({ length: 300 }, (_, limit) => names.of(`${READ} limit ${limit}`));
    expect(given.filter((name) => name !== undefined)).toHaveLength(200);
    expect(names.of(`${READ} limit 0`)).toBe(given[0]);
  });
});
