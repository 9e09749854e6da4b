import type { PollMethod, ViewerActions } from '@inkling/contracts';
import { NOT_VOTED } from './poll-state.sql.js';

/** What changes often of a poll, and what one viewer has done with it: all that its JSON needs beside its parts. */
export interface PollState extends ViewerActions {
  readonly pollId: number;
  readonly authorId: number;
  /** Another one means that the poll's parts have changed. */
  readonly stamp: string;
  readonly method: PollMethod;
  /** Its results are open to all. */
  readonly open: boolean;
  readonly timeRelevant: boolean;
  /** Per option. */
  readonly votes: readonly string[];
  readonly votesCount: string;
  readonly likesCount: string;
  readonly commentsCount: string;
  readonly abstentionsCount: string;
  /** Of sealed polls; otherwise empty. */
  readonly countedVotes: string;
  readonly version: string;
  /** The act that hides it from everyone but its author; otherwise empty. */
  readonly hiddenBy: string;
}

/** @param list texts of POLL_STATE with spaces between them; null for no polls */
export const readStates = (list: string | null): PollState[] => (list === null ? [] : list.split(' ').map(readState));

/** @param text POLL_STATE */
export function readState(text: string): PollState {
  const fields = text.split('|');
  const [pollId, authorId, stamp, method, open, timeRelevant, votes, votesCount, likesCount, commentsCount] = fields;
  const [abstentionsCount, countedVotes, version, choice, liked, saved, hiddenBy = ''] = fields.slice(10);
  return {
    pollId: Number(pollId),
    authorId: Number(authorId),
    stamp: stamp!,
    method: method as PollMethod,
    open: open === 't',
    timeRelevant: timeRelevant === 't',
    votes: votes!.split(','),
    votesCount: votesCount!,
    likesCount: likesCount!,
    commentsCount: commentsCount!,
    abstentionsCount: abstentionsCount!,
    countedVotes: countedVotes!,
    version: version!,
    vote: Number(choice) === NOT_VOTED ? null : Number(choice),
    liked: liked === 't',
    saved: saved === 't',
    hiddenBy,
  };
}
