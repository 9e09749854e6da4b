import type { OptionResult, Poll } from '@inkling/contracts';
import { optionResults } from '@inkling/contracts/ballots';
import { choicesOfViewer } from '@inkling/contracts/ordinary-poll';

/** One row of a poll's results. */
export interface TallyRow extends OptionResult {
  /** The option's place in the author's order, by which the server knows it. */
  index: number;
  text: string;
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

type Counted = Pick<Poll, 'options' | 'method' | 'votesCount'> &
  Partial<Pick<Poll, 'countedVotes' | 'winner' | 'userVote' | 'userChoices'>>;

/** Results per option, in the author's order. */
export function tallyRows(poll: Counted): TallyRow[] {
  const { userVote = null, userChoices = null } = poll;
  const chosen = choicesOfViewer({ userVote, userChoices });
  return optionResults(poll).map((result, index) => ({
    ...result,
    index,
    text: poll.options[index]?.text ?? '',
    mine: chosen?.includes(index) ?? false,
  }));
}
