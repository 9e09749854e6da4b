import type { Poll, PollPage } from '@inkling/contracts';
import { ORDINARY_POLL } from '@inkling/contracts/ordinary-poll';

/**
 * A poll as the server sends it to someone who has not voted: without counts. A `userVote` is a vote in all its fields.
 */
export const hiddenPoll = (id: number, part: Partial<Poll> = {}): Poll => ({
  ...ORDINARY_POLL,
  id,
  userId: 2,
  question: `Question ${id}?`,
  options: [{ text: 'Yes' }, { text: 'No' }],
  media: null,
  mediaInfo: null,
  endDate: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  user: { id: 2, name: 'Amara Okafor', username: 'amara', profilePicture: null },
  visibility: 'public',
  showResultsBeforeVoting: false,
  votesCount: 10,
  likesCount: 5,
  commentsCount: 0,
  version: 20,
  resultsVisible: false,
  userVote: null,
  userVoted: typeof part.userVote === 'number',
  userLiked: false,
  userSaved: false,
  topics: [],
  mood: null,
  context: null,
  seasonality: null,
  trending: false,
  timeRelevant: false,
  ...part,
});

/** A poll with counts, whose sum is its total. */
export const openPoll = (id: number, votes: number[], part: Partial<Poll> = {}): Poll =>
  hiddenPoll(id, {
    options: votes.map((count, index) => ({
      text: ['Yes', 'No', 'Maybe'][index] ?? `Option ${index + 1}`,
      votes: count,
    })),
    votesCount: votes.reduce((sum, count) => sum + count, 0),
    resultsVisible: true,
    ...part,
  });

/** A page of a list. */
export const pageOf = (...polls: Poll[]): PollPage => ({
  polls,
  pagination: { page: 1, hasMore: false, nextCursor: null },
});
