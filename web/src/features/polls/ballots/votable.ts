import type { Poll } from '@inkling/contracts';

/** What a form needs to know of a poll; also that of a poll which a visitor was sent. */
export type Votable = Pick<
  Poll,
  'id' | 'options' | 'method' | 'minChoices' | 'maxChoices' | 'sealed' | 'quiz' | 'language' | 'votesCount'
> &
  Partial<Pick<Poll, 'countedVotes' | 'userVote' | 'userChoices'>>;

export interface BallotInput {
  poll: Votable;
  /** Indexes of the options as this viewer sees them; without it, in the author's order. */
  order?: readonly number[];
  /** Id of the question, which names the group. */
  labelledBy: string;
  /** Called with indexes of options, the first choice first. */
  onVote: (choices: readonly number[]) => void;
}
