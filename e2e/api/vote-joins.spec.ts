import { describe, expect, it } from '@jest/globals';
import { findJoins, type Evidence, type FoundRow, type KnownVote } from './vote-joins.spec-support.js';

const OPTIONS = ['Zinnia', 'Yarrow', 'Xyris'];
// No pattern that could be mistaken for one of the rows below.
const CHOICES = [2, 0, 2, 1, 1, 0, 2, 2, 0, 1, 0, 0, 2, 1, 2, 0, 1, 1, 2, 0];
const votes: KnownVote[] = CHOICES.map((option, index) => ({
  userId: 7_000_001 + index,
  name: `Voterine Number${index}`,
  username: `voterinenumber${index}`,
  option,
}));
const row = (table: string, data: Record<string, unknown>, part: Partial<FoundRow> = {}): FoundRow => ({
  table,
  xmin: '900',
  at: 0,
  data,
  ...part,
});
const voters = votes.map(({ userId }, at) =>
  row('votes', { poll_id: 4, user_id: userId, option_index: null }, { xmin: String(at), at }),
);
const counts = [0, 1, 2].map((choice) => row('ballot_counts', { poll_id: 4, choice, n: 7 }, { at: choice }));
const evidence = (part: Partial<Evidence> = {}): Evidence => ({
  pollId: 4,
  options: OPTIONS,
  votes,
  rows: [
    ...voters,
    ...counts,
    ...votes.map(({ username }, index) => row('likes', { username, liked: index % 3 === 0 })),
  ],
  texts: [
    { where: 'frame', text: '{"pollId":4,"options":[2,1,2]}' },
    { where: 'frame', text: '{"pollId":4,"options":[4,3,3]}' },
    { where: 'log', text: 'POST /api/votes 200 user 7000003' },
    { where: 'push', text: 'Zinnia or Yarrow?' },
  ],
  ...part,
});
const add = (rows: FoundRow[]) => evidence({ rows: [...evidence().rows, ...rows] });
const word = (option: number): string => ['cold', 'mild', 'warm'][option]!;

describe('The search for joins of voters and choices', () => {
  it('finds none where there is none', () => {
    expect(findJoins(evidence())).toEqual([]);
  });

  it.each<[string, Evidence, RegExp]>([
    ['a text', evidence({ texts: [{ where: 'log', text: 'voterinenumber7 chose Xyris' }] }), /^log names a voter/],
    ['a field', evidence({ texts: [{ where: 'event', text: '{"userId":7000002,"choice":1}' }] }), /^event names/],
    ['a column', add(votes.map(({ userId, option }) => row('taste', { userId, mood: word(option) }))), /^taste\.mood/],
    [
      'a part of a column',
      add(votes.map(({ username, option }) => row('cards', { card: { username, ink: option + 40 } }))),
      /^cards\.card\.ink/,
    ],
    [
      'a table of some voters',
      add(votes.filter(({ option }) => option === 1).map(({ userId }) => row('fans', { userId }))),
      /^fans names exactly/,
    ],
    [
      'a transaction',
      evidence({ rows: [...voters, ...counts.map((one, at) => (at === 1 ? { ...one, xmin: '3' } : one))] }),
      /^one transaction wrote ballot_counts\.choice and the row of voterinenumber3 in votes/,
    ],
    [
      'the order of rows',
      evidence({ rows: [...voters, ...[2, 0, 1].map((choice, at) => ({ ...counts[choice]!, at }))] }),
      /^ballot_counts\.choice is in the order/,
    ],
    [
      'counts that move by one vote',
      evidence({
        texts: [
          [2, 1, 2],
          [2, 2, 2],
        ].map((list) => ({ where: 'frame', text: `{"pollId":4,"options":[${list.join()}]}` })),
      }),
      /^frame shows counts that move by 1/,
    ],
    [
      'counts of a poll that move by one vote',
      evidence({
        texts: [
          [2, 1, 2],
          [2, 2, 2],
        ].map(([a, b, c]) => ({
          where: 'body',
          text: `{"id":4,"options":[{"text":"Z","votes":${a}},{"text":"Y","votes":${b}},{"text":"X","votes":${c}}]}`,
        })),
      }),
      /^body shows counts that move by 1/,
    ],
  ])('finds %s', (_what, planted, join) => {
    expect(findJoins(planted)).toEqual(expect.arrayContaining([expect.stringMatching(join)]));
  });
});
