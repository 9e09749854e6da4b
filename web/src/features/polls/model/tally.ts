import type { Poll } from '@inkling/contracts';

/** One row of a poll's results. */
export interface TallyRow {
  text: string;
  /** Votes on this option, a whole number from 0. */
  votes: number;
  /** Share of all votes, 0 to 1; the bar's length. */
  share: number;
  /** Share rounded to whole percent. */
  percent: number;
  /** Has the most votes. Several options lead in a tie; none leads without votes. */
  leads: boolean;
  /** The viewer's own choice. */
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

/**
 * Results per option. Shares are of the options' sum, not of `votesCount`, so that the bars add up to one even when the
 * total is a moment ahead of the options.
 */
export function tallyRows(poll: Pick<Poll, 'options' | 'userVote'>): TallyRow[] {
  const votes = poll.options.map((option) => wholeCount(option.votes));
  const total = votes.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...votes);
  return poll.options.map((option, index) => {
    const count = votes[index] ?? 0;
    return {
      text: option.text,
      votes: count,
      share: total > 0 ? count / total : 0,
      percent: percentOf(count, total),
      leads: count === most,
      mine: index === poll.userVote,
    };
  });
}
