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
  /** Per option, with commas between them. */
  readonly votes: string;
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

/** @param text POLL_STATE, whose fields these are */
export function readState(text: string): PollState {
  const fields = text.split('|');
  const choice = Number(fields[13]);
  return {
    pollId: Number(fields[0]),
    authorId: Number(fields[1]),
    stamp: fields[2]!,
    method: fields[3] as PollMethod,
    open: fields[4] === 't',
    timeRelevant: fields[5] === 't',
    votes: fields[6]!,
    votesCount: fields[7]!,
    likesCount: fields[8]!,
    commentsCount: fields[9]!,
    abstentionsCount: fields[10]!,
    countedVotes: fields[11]!,
    version: fields[12]!,
    vote: choice === NOT_VOTED ? null : choice,
    liked: fields[14] === 't',
    saved: fields[15] === 't',
    reminded: fields[16] === 't',
    hiddenBy: fields[17] ?? '',
  };
}
