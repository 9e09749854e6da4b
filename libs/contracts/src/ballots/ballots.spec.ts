import { describe, expect, it } from '@jest/globals';
import {
  BALLOT_CODE_MAX,
  ORDER_LENGTHS,
  ORDERS,
  ballotCode,
  ballotProblem,
  ballotRule,
  choicesOf,
  countedOptions,
  decodeChoices,
  ballotFits,
  maskInCode,
  maskOf,
  orderAt,
  place,
  placeInCode,
  storedChoice,
  votesPerOption,
  type BallotFields,
} from './index.js';

/** All orders of some of these options, written down by hand: the shorter first, then by their options. */
function allOrders(options: readonly number[]): number[][] {
  const longer = (order: number[]): number[][] =>
    options.filter((option) => !order.includes(option)).map((option) => [...order, option]);
  const lists: number[][][] = [[[]]];
  for (const _ of options) lists.push(lists.at(-1)!.flatMap(longer));
  return lists.slice(1).flat();
}

describe('The list of orders', () => {
  const orders = allOrders([0, 1, 2, 3, 4, 5]);

  it('holds 1,956 orders, and every order knows its place', () => {
    expect([orders.length, ORDERS]).toEqual([1_956, 1_956]);
    expect(orders.map(place)).toEqual(orders.map((_, at) => at));
    expect(orders.map((_, at) => orderAt(at))).toEqual(orders);
    const firstAt = (at: number) => {
      const { start, perFirst } = ORDER_LENGTHS.findLast((length) => length.start <= at)!;
      return Math.floor((at - start) / perFirst);
    };
    expect(orders.map((_, at) => firstAt(at))).toEqual(orders.map(([first]) => first));
  });

  it('begins with the single options, so that a place is an option’s index there', () => {
    expect([0, 1, 2, 3, 4, 5].map((option) => place([option]))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([place([0, 1]), place([5, 4]), place([0, 1, 2]), place([5, 4, 3, 2, 1, 0])]).toEqual([6, 35, 36, 1_955]);
  });
});

describe('A ballot', () => {
  it('is one number, from which the order and the set can be read', () => {
    for (const order of allOrders([0, 1, 2, 3, 4, 5])) {
      const code = ballotCode(order);
      expect([placeInCode(code), maskInCode(code)]).toEqual([place(order), maskOf(order)]);
      expect(code).toBeLessThanOrEqual(BALLOT_CODE_MAX);
      expect(decodeChoices('ranked', storedChoice('ranked', code))).toEqual(order);
      expect(decodeChoices('multiple', storedChoice('multiple', code))).toEqual(order.toSorted((a, b) => a - b));
    }
    expect([0, 3, 5].map((option) => decodeChoices('single', storedChoice('single', ballotCode([option]))))).toEqual([
      [0],
      [3],
      [5],
    ]);
  });

  it('counts for all options of a set, and for the first of an order', () => {
    expect(choicesOf(0b101001)).toEqual([0, 3, 5]);
    expect(countedOptions('multiple', maskOf([4, 1]))).toEqual([1, 4]);
    expect(countedOptions('ranked', place([4, 1]))).toEqual([4]);
    expect(countedOptions('single', 2)).toEqual([2]);
    const ballots = [
      { choice: maskOf([0, 2]), n: 3 },
      { choice: maskOf([2]), n: 4 },
    ];
    expect(votesPerOption('multiple', 3, ballots)).toEqual([3, 0, 7]);
    expect(votesPerOption('ranked', 3, [{ choice: place([1, 0]), n: 2 }])).toEqual([0, 2, 0]);
  });

  it.each([
    [[0], 2, 1, 1, true],
    [[1], 2, 1, 1, true],
    [[2], 2, 1, 1, false],
    [[0, 1], 2, 1, 1, false],
    [[0, 1], 3, 2, 2, true],
    [[0], 3, 2, 3, false],
    [[2, 1, 0], 3, 1, 2, false],
    [[5, 4, 3, 2, 1, 0], 6, 1, 6, true],
    [[0, 5], 5, 1, 5, false],
  ])(
    '%p in a poll with %i options that takes %i to %i of them: %p',
    (choices, options, minChoices, maxChoices, fit) => {
      expect(ballotFits(ballotCode(choices), options, { method: 'ranked', minChoices, maxChoices })).toBe(fit);
    },
  );
});

describe('What an author says about ballots', () => {
  const options = ['a', 'b', 'c'];
  const ask = (fields: Partial<BallotFields>): BallotFields => ({
    options,
    method: 'single',
    showResultsBeforeVoting: false,
    ...fields,
  });

  it('has defaults: one option, or from one to all', () => {
    expect(ballotRule(ask({}))).toEqual({ method: 'single', minChoices: 1, maxChoices: 1 });
    expect(ballotRule(ask({ method: 'multiple' }))).toMatchObject({ minChoices: 1, maxChoices: 3 });
    expect(ballotRule(ask({ method: 'ranked', minChoices: 2 }))).toMatchObject({ minChoices: 2, maxChoices: 3 });
  });

  it.each<Partial<BallotFields>>([
    {},
    { minChoices: 1, maxChoices: 1 },
    { quizAnswer: 2, quizExplanation: 'Because.' },
    { method: 'multiple', minChoices: 2, maxChoices: 2 },
    { method: 'multiple', maxChoices: 3 },
    { method: 'ranked', minChoices: 3 },
    { method: 'ranked', maxChoices: 2, showResultsBeforeVoting: true },
  ])('can be %j', (fields) => {
    expect(ballotProblem(ask(fields))).toBeUndefined();
  });

  it.each<[Partial<BallotFields>, keyof BallotFields]>([
    [{ minChoices: 2 }, 'minChoices'],
    [{ maxChoices: 2 }, 'maxChoices'],
    [{ method: 'multiple', maxChoices: 4 }, 'maxChoices'],
    [{ method: 'multiple', maxChoices: 1 }, 'maxChoices'],
    [{ method: 'multiple', minChoices: 3 }, 'minChoices'],
    [{ method: 'ranked', minChoices: 3, maxChoices: 2 }, 'minChoices'],
    [{ quizAnswer: 3 }, 'quizAnswer'],
    [{ quizExplanation: 'Because.' }, 'quizExplanation'],
    [{ method: 'multiple', quizAnswer: 0 }, 'quizAnswer'],
    [{ method: 'ranked', quizAnswer: 0 }, 'quizAnswer'],
    [{ quizAnswer: 0, showResultsBeforeVoting: true }, 'showResultsBeforeVoting'],
  ])('cannot be %j: %s is wrong', (fields, path) => {
    expect(ballotProblem(ask(fields))).toMatchObject({ path, message: expect.stringMatching(/./) });
  });
});
