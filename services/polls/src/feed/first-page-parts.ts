import { PAGE_SIZE, type FirstPageReply, type PollTexts } from '@inkling/contracts';
import type { Recommended } from '../recommendations/recommendations.js';
import { paginationJson } from './cursor.js';
import type { ActionsByPoll } from './viewer-fields.js';

/** A poll's texts without anything else that its row holds. */
export const textsOf = ({ visible, hidden, open, method }: PollTexts): PollTexts => ({
  visible,
  hidden,
  open,
  method,
});

/** What a viewer did, as [position, vote, liked, saved] with positions from `first`; nothing for untouched polls. */
export const actionsOn = (
  own: ActionsByPoll,
  pollIds: readonly number[],
  first: number,
): FirstPageReply['viewers'][number] =>
  pollIds.flatMap((pollId, index): FirstPageReply['viewers'][number] => {
    const actions = own.get(pollId);
    return actions ? [[first + index, actions.vote, actions.liked, actions.saved]] : [];
  });

/** Positions, counted from `first`, of the polls whose result the viewer asked to be told. */
export const remindedOn = (own: ActionsByPoll, pollIds: readonly number[], first: number): number[] =>
  pollIds.flatMap((pollId, index) => (own.get(pollId)?.reminded ? [first + index] : []));

/** These positions of each viewer as a part of the reply. */
export const remindedPart = (reminded: number[][]): Pick<FirstPageReply, 'reminded'> =>
  reminded.some(({ length }) => length > 0) ? { reminded } : {};

/**
 * Where the feed continues after a first page whose last polls have made room for `chosen`.
 * @param rest the poll after which older ones follow although the page is not full
 */
export function tailBeside(
  polls: readonly { readonly pollId: number }[],
  chosen: readonly Recommended[],
  rest?: number,
): string {
  const shown = PAGE_SIZE - chosen.length;
  const last = polls.length > shown ? polls[shown - 1]!.pollId : rest;
  const without = chosen.map(({ poll }) => poll.pollId);
  return paginationJson(1, last === undefined ? undefined : { pollId: last, without });
}
