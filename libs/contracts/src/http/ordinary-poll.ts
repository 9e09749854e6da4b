import type { Poll, PollPreview, SentPoll, SentPollPreview } from './polls.js';

// Imports only types, so that the web can use it.

/** What kind of question a poll is whose JSON does not say: one option, not sealed, not shuffled, no quiz. */
export const ORDINARY_KIND = {
  method: 'single',
  minChoices: 1,
  maxChoices: 1,
  sealed: false,
  shuffled: false,
  quiz: null,
} as const;

/**
 * The fields that a poll's JSON leaves out where they have these values, as in nearly all polls
 * (docs/product.md#kinds-of-questions). The schemas in http/polls.ts have them as defaults.
 */
export const ORDINARY_POLL = {
  ...ORDINARY_KIND,
  abstentionsCount: 0,
  userAbstained: false,
  userChoices: null,
  userReminded: false,
} as const;

/** A poll with the fields that its JSON leaves out. */
export const wholePoll = (sent: SentPoll): Poll => ({ ...ORDINARY_POLL, ...sent });

/** The same for a preview. */
export const wholePreview = (sent: SentPollPreview): PollPreview => ({ ...ORDINARY_KIND, ...sent });

/**
 * What the viewer chose, whatever the method: indexes of options, in order if the poll is ranked. Null without a vote,
 * and in a sealed poll.
 */
export const choicesOfViewer = ({
  userVote,
  userChoices,
}: Pick<Poll, 'userVote' | 'userChoices'>): readonly number[] | null =>
  userChoices ?? (userVote === null ? null : [userVote]);
