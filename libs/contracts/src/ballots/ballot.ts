import { POLL_OPTIONS_MAX, type POLL_METHODS } from '../constants.js';
import { ORDERS, orderAt, place } from './orderings.js';

export type PollMethod = (typeof POLL_METHODS)[number];

/** What a poll's ballots may hold. For `single` both numbers are 1. */
export interface BallotRule {
  readonly method: PollMethod;
  readonly minChoices: number;
  readonly maxChoices: number;
}

/** Stored instead of a choice for people who look at the results and give up their vote. */
export const ABSTAINED = -1;
/** A vote whose choice is stored nowhere, because the poll is sealed. */
export const SEALED_CHOICE = -2;

/** One bit per chosen option. */
export const maskOf = (choices: readonly number[]): number => choices.reduce((mask, option) => mask | (1 << option), 0);

/** The options of a mask, the lowest first. */
export const choicesOf = (mask: number): number[] =>
  Array.from({ length: POLL_OPTIONS_MAX }, (_, option) => option).filter((option) => (mask >> option) & 1);

const MASK_BITS = POLL_OPTIONS_MAX;
const MASKS = 1 << MASK_BITS;
export const BALLOT_CODE_MAX = ORDERS * MASKS - 1;

/**
 * A ballot as one number, the same for every method: the place of the order and the mask. The gateway can pass it on
 * without knowing the poll's method.
 * @param choices one to six different options, in the voter's order
 */
export const ballotCode = (choices: readonly number[]): number => place(choices) * MASKS + maskOf(choices);

export const placeInCode = (code: number): number => code >> MASK_BITS;
export const maskInCode = (code: number): number => code & (MASKS - 1);

/** Whether a poll with so many options and this rule takes the ballot. */
export function ballotFits(code: number, options: number, { minChoices, maxChoices }: BallotRule): boolean {
  const mask = maskInCode(code);
  const chosen = choicesOf(mask).length;
  return mask < 1 << options && chosen >= minChoices && chosen <= maxChoices;
}

/** What a poll with this method stores for a ballot. */
export const storedChoice = (method: PollMethod, code: number): number =>
  method === 'multiple' ? maskInCode(code) : placeInCode(code);

/** The options of a stored choice: in the voter's order for `ranked`, the lowest first otherwise. */
export function decodeChoices(method: PollMethod, choice: number): number[] {
  if (method === 'single') return [choice];
  return method === 'multiple' ? choicesOf(choice) : orderAt(choice);
}

/** The options that a ballot adds a vote to: all chosen ones of `multiple`, the first one otherwise. */
export const countedOptions = (method: PollMethod, choice: number): number[] =>
  method === 'multiple' ? choicesOf(choice) : decodeChoices(method, choice).slice(0, 1);

/** How many ballots with the same content there are. */
export interface BallotCount {
  readonly choice: number;
  readonly n: number;
}

/** Votes for each option. */
export function votesPerOption(method: PollMethod, options: number, counts: readonly BallotCount[]): number[] {
  const votes = Array.from({ length: options }, () => 0);
  for (const { choice, n } of counts) for (const option of countedOptions(method, choice)) votes[option]! += n;
  return votes;
}
