import type { PollMethod } from './ballot.js';

/** What the results of a poll are read from. */
export interface CountedPoll {
  readonly method: PollMethod;
  readonly options: readonly { readonly votes?: number | undefined }[];
  /** People who voted. */
  readonly votesCount: number;
  /** Only for sealed polls: the number of votes that the counts per option include. */
  readonly countedVotes?: number | undefined;
  /** Of ranked polls that have ended: the winner of the run-off. */
  readonly winner?: number | undefined;
}

export interface OptionResult {
  /** A whole number from 0. */
  readonly votes: number;
  /** From 0 to 1: of all votes, and where people chose several options, of all voters. */
  readonly share: number;
  /** The share in whole percent. */
  readonly percent: number;
  /** Has won the run-off, or has the most votes. Several options lead in a tie; none leads without votes. */
  readonly leads: boolean;
}

const wholeCount = (count: number | undefined): number =>
  count !== undefined && Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0;

/**
 * Results per option (docs/product.md#results), the only place where shares are computed. An option without a count has
 * 0 votes.
 */
export function optionResults(poll: CountedPoll): OptionResult[] {
  const counts = poll.options.map(({ votes }) => wholeCount(votes));
  const most = Math.max(1, ...counts);
  const total = shareBase(poll, counts);
  return counts.map((votes, option) => {
    const share = total > 0 ? votes / total : 0;
    const leads = poll.winner === undefined ? votes === most : option === poll.winner;
    return { votes, share, percent: Math.round(share * 100), leads };
  });
}

/**
 * What shares are of: the options' sum rather than `votesCount`, which may be a moment ahead of the options. The votes
 * of several choices do not add up to their voters, but no option has more votes than there are voters.
 */
const shareBase = ({ method, votesCount, countedVotes }: CountedPoll, counts: readonly number[]): number =>
  method === 'multiple'
    ? Math.max(countedVotes ?? votesCount, ...counts)
    : counts.reduce((sum, count) => sum + count, 0);

interface NamedOptions extends CountedPoll {
  readonly options: readonly { readonly text: string; readonly votes?: number | undefined }[];
}

/** Texts of the options that lead. */
export function leadersOf(poll: NamedOptions): string[] {
  const results = optionResults(poll);
  return poll.options.flatMap(({ text }, option) => (results[option]!.leads ? [text] : []));
}
