import { completePoll, viewerFields } from '@inkling/contracts';
import type { PollParts } from './poll-parts.js';
import type { PollState } from './poll-state.js';

/** What often changes of it; numbers in decimal form will do. */
export interface PollCounts {
  readonly votesCount: number | string;
  readonly likesCount: number | string;
  readonly commentsCount: number | string;
  readonly abstentionsCount: number | string;
  /** Of sealed polls; empty or left out otherwise. */
  readonly countedVotes?: number | string;
  readonly version: number | string;
  readonly timeRelevant: boolean;
}

/**
 * A poll's text without its viewer's members, as pollTextSql writes it.
 * @param votes per option; null for a viewer who does not see results
 */
export function pollText(
  { texts, quiz }: PollParts,
  counts: PollCounts,
  votes: readonly (number | string)[] | null,
): string {
  let text = texts[0]!;
  for (let position = 1; position < texts.length; position += 1)
    text += votes ? `,"votes":${votes[position - 1]}${texts[position]}` : texts[position];
  if (quiz !== '') text += votes ? quiz : ',"quiz":{}';
  const { countedVotes = '' } = counts;
  if (votes && countedVotes !== '') text += `,"countedVotes":${countedVotes}`;
  text += `,"votesCount":${counts.votesCount},"likesCount":${counts.likesCount},"commentsCount":${counts.commentsCount}`;
  if (Number(counts.abstentionsCount) > 0) text += `,"abstentionsCount":${counts.abstentionsCount}`;
  return `${text},"version":${counts.version},"timeRelevant":${counts.timeRelevant}`;
}

/** A poll as its viewer sees it. */
export function pollJson(parts: PollParts, state: PollState): string {
  const viewer = viewerFields(state, state);
  const text = pollText(parts, state, viewer.resultsVisible ? state.votes.split(',') : null);
  return completePoll(state.hiddenBy === '' ? text : `${text},"hidden":{"actId":${state.hiddenBy}}`, viewer);
}
