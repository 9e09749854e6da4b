import { completePoll, viewerFields } from '@inkling/contracts';
import { VOTES_HERE } from './poll-text.sql.js';
import type { PollState } from './poll-state.js';

/** What seldom changes of a poll's JSON. */
export interface PollParts {
  /** Around the votes of each option: one more than there are options. */
  readonly texts: readonly string[];
  /** The member for the answer of a quiz; otherwise empty. */
  readonly quiz: string;
}

/** Columns of POLL_PARTS. */
export interface PartsRow {
  readonly text: string;
  readonly quiz: string | null;
}

export const readParts = ({ text, quiz }: PartsRow): PollParts => ({ texts: text.split(VOTES_HERE), quiz: quiz ?? '' });

/** A poll as its viewer sees it. Members are those of pollTextSql, and the viewer's own. */
export function pollJson({ texts, quiz }: PollParts, state: PollState): string {
  const viewer = viewerFields(state, state);
  const visible = viewer.resultsVisible;
  const votes = visible ? state.votes.split(',') : [];
  let text = texts[0]!;
  for (let position = 1; position < texts.length; position += 1)
    text += visible ? `,"votes":${votes[position - 1]}${texts[position]}` : texts[position];
  if (quiz !== '') text += visible ? quiz : ',"quiz":{}';
  if (visible && state.countedVotes !== '') text += `,"countedVotes":${state.countedVotes}`;
  text += `,"votesCount":${state.votesCount},"likesCount":${state.likesCount},"commentsCount":${state.commentsCount}`;
  if (state.abstentionsCount !== '0') text += `,"abstentionsCount":${state.abstentionsCount}`;
  text += `,"version":${state.version},"timeRelevant":${state.timeRelevant}`;
  if (state.hiddenBy !== '') text += `,"hidden":{"actId":${state.hiddenBy}}`;
  return completePoll(text, viewer);
}
