import type { Poll } from '@inkling/contracts';

/** One row of a poll's results. */
export interface TallyRow {
  /** The option's place in the author's order, by which the server knows it. */
  index: number;
  text: string;
  /** Votes on this option, a whole number from 0. */
  votes: number;
  /** Share of all votes, or of voters where each has several, 0 to 1; the bar's length. */
  share: number;
  /** Share rounded to whole percent. */
  percent: number;
  /** Has the most votes. Several options lead in a tie; none leads without votes. */
  leads: boolean;
  /** The viewer has chosen it. */
  mine: boolean;
}

/** A count fit to show: whole and never below 0. */
export const wholeCount = (count: number | undefined): number =>
  count !== undefined && Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0;

/** `value` of `total` in whole percent; 0 when there is no vote yet. */
export const percentOf = (value: number, total: number): number => (total > 0 ? Math.round((value / total) * 100) : 0);

/** Whether every option has its count; the server omits counts for viewers who may not see results yet. */
export const hasCounts = (poll: Pick<Poll, 'options'>): boolean =>
  poll.options.every((option) => option.votes !== undefined);

type Counted = Pick<Poll, 'options' | 'method' | 'votesCount'> & Partial<Pick<Poll, 'countedVotes' | 'userChoices'>>;

/**
 * What shares are of. Votes: the options' sum, not `votesCount`, so that the bars add up to one even when the total is a
 * moment ahead of the options. Where a vote can have several options, the voters whom the counts cover.
 */
function wholeOf({ method, votesCount, countedVotes }: Counted, votes: readonly number[]): number {
  if (method !== 'multiple') return votes.reduce((sum, count) => sum + count, 0);
  return Math.max(wholeCount(countedVotes ?? votesCount), ...votes);
}

/** Results per option, in the author's order. */
export function tallyRows(poll: Counted): TallyRow[] {
  const votes = poll.options.map((option) => wholeCount(option.votes));
  const whole = wholeOf(poll, votes);
  const most = Math.max(1, ...votes);
  return poll.options.map((option, index) => {
    const count = votes[index] ?? 0;
    return {
      index,
      text: option.text,
      votes: count,
      share: whole > 0 ? count / whole : 0,
      percent: percentOf(count, whole),
      leads: count === most,
      mine: poll.userChoices?.includes(index) ?? false,
    };
  });
}
