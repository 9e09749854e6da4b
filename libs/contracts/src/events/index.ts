import { z } from 'zod';
import { Id, Instant } from '../common.js';
import { event } from './define.js';

/** An account's public face changed: on sign-up, on completing the profile, on every later change. */
export const profileUpdated = event(
  'auth.profile-updated.v1',
  z.object({
    userId: Id,
    name: z.string(),
    username: z.string().nullable(),
    profilePicture: z.string().nullable(),
    hasCompletedProfile: z.boolean(),
    version: z.int().min(1),
  }),
);

export const pollCreated = event(
  'polls.poll-created.v1',
  z.object({
    pollId: Id,
    authorId: Id,
    question: z.string(),
    options: z.array(z.string()),
    endDate: Instant.nullable(),
    createdAt: Instant,
  }),
);

export const pollDeleted = event('polls.poll-deleted.v1', z.object({ pollId: Id, authorId: Id }));

/**
 * Votes were counted. One event per batch of the vote path. It names neither voters nor options, so that nothing
 * downstream can join the two (decisions, Anonymity). `count` is the batch's votes on that poll, `votesCount` the
 * total after it, `version` the tally's.
 */
export const votesCounted = event(
  'polls.votes-counted.v1',
  z.object({
    polls: z.array(z.object({ pollId: Id, authorId: Id, count: z.int().min(1), votesCount: z.int().min(1), version: z.int().min(1) })).min(1),
  }),
);

export const pollLiked = event('polls.poll-liked.v1', z.object({ pollId: Id, authorId: Id, userId: Id, likesCount: z.int().min(0) }));
export const pollUnliked = event('polls.poll-unliked.v1', z.object({ pollId: Id, authorId: Id, userId: Id, likesCount: z.int().min(0) }));

/** Every event, for fixtures and for the list of subjects. */
export const EVENTS = [profileUpdated, pollCreated, pollDeleted, votesCounted, pollLiked, pollUnliked] as const;
export * from './define.js';
