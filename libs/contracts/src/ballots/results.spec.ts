import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { POLL_METHODS } from '../constants.js';
import { leadersOf, maskOf, optionResults, place, votesPerOption, type CountedPoll, type PollMethod } from './index.js';

const counted = (votes: number[], poll: Partial<CountedPoll> = {}): CountedPoll => ({
  method: 'single',
  options: votes.map((count) => ({ votes: count })),
  votesCount: votes.reduce((sum, count) => sum + count, 0),
  ...poll,
});
const percents = (poll: CountedPoll) => optionResults(poll).map(({ percent }) => percent);
const leading = (poll: CountedPoll) => optionResults(poll).flatMap(({ leads }, option) => (leads ? [option] : []));

describe('Results', () => {
  it('are shares of all votes, and of voters where people choose several options', () => {
    expect(percents(counted([7, 5, 0]))).toEqual([58, 42, 0]);
    expect(percents(counted([252, 198, 182, 37], { method: 'multiple', votesCount: 413 }))).toEqual([61, 48, 44, 9]);
    // Of a sealed poll only some voters are counted so far.
    expect(percents(counted([4, 3], { method: 'multiple', votesCount: 9, countedVotes: 5 }))).toEqual([80, 60]);
    // A total that is a moment behind its options makes no share above all.
    expect(percents(counted([4, 1], { method: 'multiple', votesCount: 3 }))).toEqual([100, 25]);
  });

  it('name who leads: all in a tie, nobody without votes, and after a run-off its winner', () => {
    expect(leading(counted([3, 5, 5]))).toEqual([1, 2]);
    expect(leading(counted([0, 0]))).toEqual([]);
    expect(leading(counted([44, 41, 24], { method: 'ranked', winner: 1 }))).toEqual([1]);
    expect(leading(counted([44, 41], { method: 'ranked' }))).toEqual([0]);
    const options = ['A', 'B', 'C'].map((text, at) => ({ text, votes: at }));
    expect(leadersOf({ ...counted([]), options })).toEqual(['C']);
  });

  it('are the same as when every ballot is asked', () => {
    const ballots = fc.array(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom<PollMethod>(...POLL_METHODS), ballots, (method, given) => {
        const cast = method === 'single' ? given.map(([only]) => [only!]) : given;
        const choice = (choices: number[]) => (method === 'multiple' ? maskOf(choices) : place(choices));
        const votes = votesPerOption(
          method,
          4,
          cast.map((choices) => ({ choice: choice(choices), n: 1 })),
        );
        const results = optionResults({
          method,
          options: votes.map((each) => ({ votes: each })),
          votesCount: cast.length,
        });
        const names = (option: number) =>
          cast.filter((choices) => (method === 'ranked' ? choices[0] === option : choices.includes(option))).length;
        for (const [option, result] of results.entries()) {
          expect(result.votes).toBe(names(option));
          expect(Math.abs(result.percent * cast.length - names(option) * 100)).toBeLessThanOrEqual(cast.length / 2);
          const beaten = [0, 1, 2, 3].some((other) => names(other) > names(option));
          expect(result.leads).toBe(names(option) > 0 && !beaten);
        }
      }),
    );
  });
});
