import type { PollPreview } from '@inkling/contracts';

/** What a preview says about the ballots of an ordinary poll. */
export const ORDINARY: Pick<
  PollPreview,
  'visibility' | 'method' | 'minChoices' | 'maxChoices' | 'sealed' | 'shuffled' | 'quiz'
> = {
  visibility: 'public',
  method: 'single',
  minChoices: 1,
  maxChoices: 1,
  sealed: false,
  shuffled: false,
  quiz: null,
};
