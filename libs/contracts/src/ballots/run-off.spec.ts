import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countByHand, winnerOfDuels, type Paper } from './run-off-by-hand.spec-support.js';
import { place, runOff, type BallotCount } from './index.js';

const POLL = 4711;
/** Ballots as they are often written: "2> CAB" are two people with C first. */
const ballots = (...lines: string[]): BallotCount[] =>
  lines.map((line) => {
    const [count, letters] = line.split('> ') as [string, string];
    return { n: Number(count), choice: place([...letters].map((letter) => letter.charCodeAt(0) - 65)) };
  });
const sizes = (...args: Parameters<typeof runOff>) => runOff(...args).rounds.map(({ counts }) => counts);

/** Random papers of few kinds, so that equal counts are common. */
const papersOf = (names: readonly string[]): fc.Arbitrary<Paper[]> =>
  fc
    .array(
      fc.record({ choices: fc.shuffledSubarray([...names], { minLength: 1 }), copies: fc.integer({ min: 1, max: 3 }) }),
      {
        maxLength: 12,
      },
    )
    .map((kinds) => kinds.flatMap(({ choices, copies }) => Array.from({ length: copies }, () => ({ choices }))));
const poll = fc.integer({ min: 2, max: 6 }).chain((options) => {
  const names = [...'ABCDEF'].slice(0, options);
  return fc.record({ id: fc.integer({ min: 1, max: 2 ** 40 }), names: fc.constant(names), papers: papersOf(names) });
});
const counted = (papers: readonly Paper[]): BallotCount[] => {
  const kinds = new Map<string, number>();
  for (const { choices } of papers) kinds.set(choices.join(''), (kinds.get(choices.join('')) ?? 0) + 1);
  return ballots(...[...kinds].map(([letters, count]) => `${count}> ${letters}`));
};

describe('a run-off', () => {
  it('ends in the first round when an option has more than half', () => {
    expect(runOff(POLL, 3, ballots('3> A', '1> BC', '1> C'))).toEqual({
      rounds: [{ counts: [3, 1, 1], out: null, exhausted: 0, moved: [0, 0, 0] }],
      winner: 0,
      condorcet: 0,
      voters: 5,
    });
  });

  it('moves the votes of the lowest option on, and counts those that have no choice left', () => {
    const street = ballots('44> A', '41> B', '14> CB', '9> CA', '1> C', '7> DB', '2> DA', '3> DCB', '2> DC', '1> D');
    expect(runOff(POLL, 4, street)).toEqual({
      rounds: [
        { counts: [44, 41, 24, 15], out: 3, exhausted: 0, moved: [0, 0, 0, 0] },
        { counts: [46, 48, 29, null], out: 2, exhausted: 1, moved: [2, 7, 5, 0] },
        { counts: [55, 65, null, null], out: null, exhausted: 4, moved: [9, 17, 0, 0] },
      ],
      winner: 1,
      condorcet: 1,
      voters: 124,
    });
  });

  it('has no round and no winner without a vote', () => {
    expect(runOff(POLL, 2, [])).toEqual({ rounds: [], winner: null, condorcet: null, voters: 0 });
  });

  it('lets the one of several lowest options leave that was lower in an earlier round', () => {
    // B and C have 4 votes each in the second round, and B had fewer in the first.
    expect(sizes(POLL, 4, ballots('5> A', '3> B', '4> C', '1> DB'))).toEqual([
      [5, 3, 4, 1],
      [5, 4, 4, null],
      [5, null, 4, null],
    ]);
  });

  it('lets the lot decide where nothing tells options apart', () => {
    // FNV-1a of "1/1" is odd and that of "2/1" even.
    expect(runOff(1, 2, ballots('1> A', '1> B')).winner).not.toBe(runOff(2, 2, ballots('1> A', '1> B')).winner);
    const outs = Array.from(
      { length: 300 },
      (_, id) => runOff(id + 1, 3, ballots('1> A', '1> B', '1> C')).rounds[0]!.out!,
    );
    for (const option of [0, 1, 2]) expect(outs.filter((out) => out === option).length).toBeGreaterThan(70);
  });

  it('names the option that would win against each other one, also when it does not win', () => {
    const centre = ballots('4> AC', '3> BC', '2> CB');
    expect(runOff(POLL, 3, centre)).toMatchObject({ winner: 1, condorcet: 2 });
    const circle = ballots('4> ABC', '3> BCA', '3> CAB');
    expect(runOff(POLL, 3, circle).condorcet).toBeNull();
  });

  it('agrees with a count by hand, for all ballots', () => {
    let byLot = 0;
    fc.assert(
      fc.property(poll, ({ id, names, papers }) => {
        const { rounds, winner, condorcet, voters } = runOff(id, names.length, counted(papers));
        const hand = countByHand(papers, names, id);
        const name = (option: number | null): string | undefined => (option === null ? undefined : names[option]);
        expect(
          rounds.map(({ counts, out, exhausted, moved }) => ({
            piles: Object.fromEntries(
              names.flatMap((one, option) => (counts[option] === null ? [] : [[one, counts[option]]])),
            ),
            leaves: name(out),
            withoutChoice: exhausted,
            cameOver: Object.fromEntries(names.flatMap((one, option) => (moved[option] ? [[one, moved[option]]] : []))),
          })),
        ).toEqual(hand.rounds);
        expect([name(winner), name(condorcet), voters]).toEqual([
          hand.winner,
          winnerOfDuels(papers, names),
          papers.length,
        ]);
        // An equal last round can only come from the lot or from earlier rounds; both must occur among the samples.
        if (
          rounds.some(({ out, counts }) => out !== null && counts.filter((count) => count === counts[out]).length > 1)
        )
          byLot += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(byLot).toBeGreaterThan(100);
  });

  it('does not depend on the order in which ballots are counted', () => {
    fc.assert(
      fc.property(poll, ({ id, names, papers }) => {
        const kinds = counted(papers);
        expect(runOff(id, names.length, kinds.toReversed())).toEqual(runOff(id, names.length, kinds));
      }),
    );
  });
});
