import { describe, expect, it } from '@jest/globals';
import { openPoll } from '../testing/poll-fixture';
import { hasCounts, percentOf, tallyRows, wholeCount } from './tally';

const options = (...votes: (number | undefined)[]) =>
  votes.map((count, index) => (count === undefined ? { text: `o${index}` } : { text: `o${index}`, votes: count }));

describe('percentOf', () => {
  it.each([
    [0, 0, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [1, 201, 0],
    [5, 5, 100],
  ])('%i of %i is %i%%', (value, total, percent) => {
    expect(percentOf(value, total)).toBe(percent);
  });
});

describe('wholeCount', () => {
  it('never shows a fraction or less than nothing', () => {
    expect([wholeCount(-3), wholeCount(1.6), wholeCount(Number.NaN), wholeCount(undefined)]).toEqual([0, 2, 0, 0]);
  });
});

describe('tallyRows', () => {
  it('rounds each option on its own and marks leader and own choice', () => {
    const rows = tallyRows(openPoll(1, [744, 308, 180, 51], { userVote: 1 }));
    expect(rows.map((row) => row.percent)).toEqual([58, 24, 14, 4]);
    expect(rows.map((row) => row.leads)).toEqual([true, false, false, false]);
    expect(rows.map((row) => row.mine)).toEqual([false, true, false, false]);
  });

  it('has every option with the most votes as a leader, and none without votes', () => {
    expect(tallyRows(openPoll(1, [4, 1, 4])).map((row) => row.leads)).toEqual([true, false, true]);
    const empty = tallyRows(openPoll(1, [0, 0]));
    expect(empty.map((row) => [row.leads, row.percent, row.share])).toEqual([
      [false, 0, 0],
      [false, 0, 0],
    ]);
  });

  it('has shares of voters where a vote can have several options', () => {
    const poll = openPoll(1, [252, 198, 37], {
      method: 'multiple',
      maxChoices: 3,
      votesCount: 413,
      userChoices: [0, 2],
    });
    expect(tallyRows(poll).map((row) => [row.percent, row.mine])).toEqual([
      [61, true],
      [48, false],
      [9, true],
    ]);
    // In a sealed poll, of the voters that the counts include.
    const sealed = openPoll(1, [4, 2], { method: 'multiple', sealed: true, votesCount: 9, countedVotes: 5 });
    expect(tallyRows(sealed).map((row) => row.percent)).toEqual([80, 40]);
  });

  it('knows whether counts came', () => {
    expect(hasCounts({ options: options(1, 2) })).toBe(true);
    expect(hasCounts({ options: options(1, undefined) })).toBe(false);
  });
});
