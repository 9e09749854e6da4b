import type { Poll } from '@inkling/contracts';
import { choicesOfViewer } from '@inkling/contracts/ordinary-poll';
import { t } from '../../../lib/i18n';
import { choicesOnDevice } from '../../../lib/sealed-choices';
import { spokenResults, spokenRow } from '../components/poll-results';
import { hasCounts, tallyRows, type TallyRow } from '../model/tally';

/** The poll with what the viewer chose, where only this device knows it. */
export const withOwnChoices = (poll: Poll): Poll =>
  poll.sealed && poll.userVoted && !choicesOfViewer(poll) ? { ...poll, userChoices: choicesOnDevice(poll.id) } : poll;

/** Whether the shares of a sealed poll are not out yet. */
export const sharesWait = ({ sealed, countedVotes, options, votesCount }: Poll, ended: boolean): boolean =>
  sealed &&
  votesCount > 0 &&
  (!hasCounts({ options }) || (countedVotes ?? 0) === 0) &&
  !(ended && hasCounts({ options }));

/** The viewer's number of an option in a ranked poll, from 1; 0 for none. */
export const numberOf = (poll: Poll, index: number): number => (choicesOfViewer(poll)?.indexOf(index) ?? -1) + 1;

/** A row in words, as its kind of poll needs it. `winner`: the option that won the run-off. */
export function spokenBallotRow(poll: Poll, row: TallyRow, waiting: boolean, winner?: number | null): string {
  const { method, quiz } = poll;
  const mine = row.mine ? t('polls.yourVote') : '';
  if (waiting) return t('ballots.notYetSpoken') + mine;
  if (method === 'ranked') {
    const number = numberOf(poll, row.index);
    return (
      t('ballots.firstChoiceSpoken', { count: row.votes, percent: row.percent }) +
      (row.index === winner ? t('ballots.winnerSpoken') : '') +
      (number > 0 ? t('ballots.numberSpoken', { number }) : '')
    );
  }
  const answer = quiz?.answer;
  if (answer === undefined) return spokenRow(row);
  const verdict = row.index === answer ? t('ballots.rightSpoken') : row.mine ? t('ballots.wrongSpoken') : '';
  return t('polls.rowSpoken', { count: row.votes, percent: row.percent }) + verdict + mine;
}

/** Whether the viewer's answer is right; undefined where there is none, or it is not revealed. */
export function verdictOf(poll: Poll): 'right' | 'wrong' | undefined {
  const answer = poll.quiz?.answer;
  const choices = choicesOfViewer(poll);
  if (answer === undefined || !choices) return undefined;
  return choices[0] === answer ? 'right' : 'wrong';
}

/** What the live region says when the result of such a poll opens; the verdict of a quiz comes first. */
export function spokenBallot(poll: Poll, waiting: boolean): string {
  const verdict = verdictOf(poll);
  const rows = waiting
    ? t('ballots.notYetTitle', { count: poll.votesCount })
    : spokenResults(poll, (row) => spokenBallotRow(poll, row, false));
  return verdict ? `${t(`ballots.${verdict}`)}. ${rows}` : rows;
}

/** The share of voters who gave the right answer, in whole percent. */
export const rightShare = (poll: Poll): number =>
  tallyRows(poll).find(({ index }) => index === poll.quiz?.answer)?.percent ?? 0;
