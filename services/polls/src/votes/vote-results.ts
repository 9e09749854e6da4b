import {
  ABSTAINED,
  SEALED_CHOICE,
  ballotFits,
  decodeChoices,
  placeInCode,
  storedChoice,
  type BallotRule,
  type PollMethod,
} from '@inkling/contracts';
import { toLiveTally } from '../live/live-tallies.js';
import { pollText } from '../poll-text/poll-json.js';
import { partsOf } from '../poll-text/poll-parts.js';
import type { Ballot, PlainResult, VoteResult } from './vote-recorder.js';
import type { Recorded, RecordedBallots, RecordedSingle } from './votes.sql.js';

/** Gives each ballot on the poll of this row its result. */
export const singleResultsOn = (row: RecordedSingle): ((ballot: Ballot) => PlainResult) =>
  plainResultsOn(row, singleBallots);

/** For the statement of a method with sets or orders. */
const plainResultsOf =
  (method: PollMethod) =>
  (row: RecordedSingle): ((ballot: Ballot) => PlainResult) =>
    plainResultsOn(row, (options) => ballotsOf({ ...row, method, sealed: false }, options));
export const multipleResultsOn = plainResultsOf('multiple');
export const rankedResultsOn = plainResultsOf('ranked');

const plainResultsOn = (
  row: RecordedSingle,
  readingOf: (options: number) => Reading,
): ((ballot: Ballot) => PlainResult) =>
  row.plain === false ? () => ({ outcome: 'not-plain' }) : resultsOn(row, readingOf);

export const ballotResultsOn = (row: RecordedBallots): ((ballot: Ballot) => VoteResult) =>
  refusedOutside(
    row,
    resultsOn(row, (options) => ballotsOf(row, options)),
  );

/** A block makes the poll unknown, also where it is for followers. */
function refusedOutside(
  row: RecordedBallots,
  resultOf: (ballot: Ballot) => VoteResult,
): (ballot: Ballot) => VoteResult {
  if (row.outside.length === 0) return resultOf;
  const outside = new Set(row.outside.filter((userId) => !row.apart.includes(userId)));
  return (ballot) => (outside.has(ballot.userId) ? { outcome: 'followers-only' } : resultOf(ballot));
}

function resultsOn(row: Recorded, readingOf: (options: number) => Reading): (ballot: Ballot) => VoteResult {
  const { options_count: options } = row;
  if (options === null) return () => ({ outcome: 'poll-not-found' });
  const forOthers = resultsForAll(row, readingOf(options));
  if (row.apart.length === 0) return forOthers;
  const apart = new Set(row.apart);
  return (ballot) => (apart.has(ballot.userId) ? { outcome: 'poll-not-found' } : forOthers(ballot));
}

/** The same for voters without a block between them and the poll's author. */
function resultsForAll(row: Recorded, { fits, choices }: Reading): (ballot: Ballot) => VoteResult {
  if (row.ended) return () => ({ outcome: 'poll-ended' });
  const poll = row.counted === null ? undefined : { pollId: row.poll_id, text: textOf(row) };
  const voters = row.voters && new Set(row.voters);
  const likers = new Set(row.likers);
  const savers = new Set(row.savers);
  return ({ userId, code }) => {
    if (!fits(code)) return { outcome: 'bad-option' };
    if (!poll || (voters && !voters.has(userId))) return { outcome: 'already-voted' };
    return { outcome: 'recorded', poll, liked: likers.has(userId), saved: savers.has(userId), ...choices(code) };
  };
}

/** The poll's text with results. */
const textOf = (row: Recorded): string =>
  pollText(partsOf(row), { ...toLiveTally(row, 'vote'), timeRelevant: row.time_relevant }, row.votes);

/** How a poll reads ballots: which fit, and what a result says about their choices. */
interface Reading {
  readonly fits: (code: number) => boolean;
  readonly choices: (code: number) => Pick<VoteResult, 'choices'>;
}

const WHAT_WAS_SENT = {};
const singleBallots = (options: number): Reading => ({
  fits: (code) => placeInCode(code) < options,
  choices: () => WHAT_WAS_SENT,
});

function ballotsOf(
  { method, sealed, min_choices, max_choices }: Pick<Recorded, 'method' | 'sealed' | 'min_choices' | 'max_choices'>,
  options: number,
): Reading {
  const rule: BallotRule = { method, minChoices: min_choices, maxChoices: max_choices };
  return {
    fits: (code) => ballotFits(code, options, rule),
    choices: (code) => ({ choices: sealed ? null : decodeChoices(rule.method, storedChoice(rule.method, code)) }),
  };
}

/** The result of a second vote. @param choice what is stored of the first one */
export function earlierVote(method: PollMethod, choice: number | null): VoteResult {
  if (choice === ABSTAINED) return { outcome: 'abstained' };
  if (choice === null || choice === SEALED_CHOICE) return { outcome: 'already-voted' };
  const choices = decodeChoices(method, choice);
  return { outcome: 'already-voted', ...(method === 'single' ? { choice } : {}), choices };
}
