import { z } from 'zod';
import { Comment } from '../http/comments.js';
import { Notification } from '../http/notifications.js';
import { Id, Instant } from '../common.js';

/** Browser to gateway. Subscribing again after a vote lets the gateway see that results are now open to this user. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), pollId: Id }),
  z.object({ type: z.literal('unsubscribe'), pollId: Id }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/**
 * A versioned snapshot; `options` (votes per option) and, of a sealed poll, `countedVotes` (how many voters they cover)
 * only where this socket's user may see results.
 */
const Tally = {
  pollId: Id,
  version: z.int().min(0),
  votesCount: z.int().min(0),
  likesCount: z.int().min(0),
  commentsCount: z.int().min(0),
  /** Absent: nobody gave up the vote. */
  abstentionsCount: z.int().min(0).optional(),
  options: z.array(z.int().min(0)).optional(),
  countedVotes: z.int().min(0).optional(),
};

/** Gateway to browser (docs/product.md#live-updates). */
export const ServerFrame = z.discriminatedUnion('type', [
  /** Counts moved. */
  z.object({ type: z.literal('poll_vote'), ...Tally }),
  /**
   * The answer to `subscribe`, and changes other than votes; `deleted` when the poll is gone, `endDate` when its author
   * has just ended it.
   */
  z.object({
    type: z.literal('poll_update'),
    ...Tally,
    deleted: z.boolean().optional(),
    endDate: Instant.optional(),
  }),
  /** A new comment. */
  z.object({ type: z.literal('poll_comment'), pollId: Id, comment: Comment }),
  /** A comment was deleted; without `deletedId`, so many came at once that the client reads the list again. */
  z.object({ type: z.literal('poll_comment_update'), pollId: Id, deletedId: Id.optional() }),
  /** A notification is new or has grown; the same id replaces what is shown. */
  z.object({ type: z.literal('notification'), action: z.literal('new'), notification: Notification }),
  z.object({ type: z.literal('notifications_count'), count: z.int().min(0) }),
  /** `pollId`: the poll that this socket does not watch, or watches no more. */
  z.object({ type: z.literal('error'), code: z.string(), message: z.string(), pollId: Id.optional() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Core NATS subject of a poll's live tallies; gateways subscribe while one of their sockets watches. */
export const tallySubject = (pollId: number | '*') => `live.poll.${pollId}`;

/** What the polls service publishes there. It stays inside the cluster: the gateway decides who gets `votes`. */
export const LiveTally = z.object({
  pollId: Id,
  version: z.int().min(0),
  votesCount: z.int().min(0),
  likesCount: z.int().min(0),
  commentsCount: z.int().min(0),
  abstentionsCount: z.int().min(0),
  votes: z.array(z.int().min(0)),
  /** Of sealed polls: how many voters `votes` covers. */
  countedVotes: z.int().min(0).optional(),
  /** Its author has just ended the poll. */
  endDate: Instant.optional(),
  /** `vote` when votes moved it, `update` for likes and comments. */
  cause: z.enum(['vote', 'update']),
  deleted: z.boolean().optional(),
});
export type LiveTally = z.infer<typeof LiveTally>;

/** Core NATS subject of a poll's comments; gateways subscribe while one of their sockets watches the poll. */
export const commentsSubject = (pollId: number | '*') => `live.comments.${pollId}`;
export const LiveComment = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('added'),
    pollId: Id,
    comment: Comment,
    /** Users who must not see the comment: apart from its author by a block, or muting its author. Absent: nobody. */
    hiddenFrom: z.array(Id).optional(),
  }),
  z.object({ action: z.literal('deleted'), pollId: Id, commentId: Id }),
]);
export type LiveComment = z.infer<typeof LiveComment>;

/** Core NATS, every gateway: moderators changed how this poll shows, so gateways drop their copies. */
export const POLL_MODERATED_SUBJECT = 'live.polls.moderated';
export const PollModerated = z.object({ pollId: Id });
export type PollModerated = z.infer<typeof PollModerated>;

/**
 * Core NATS, every gateway: what these users may see has changed, by a block between two or its end, or as a follower
 * of somebody with polls for followers. Their sockets ask `polls.watch` again about the polls that they watch; it
 * leaves out those that they may no longer see. The polls service publishes it once its reads show the new state.
 */
export const APART_SUBJECT = 'live.polls.apart';
export const Apart = z.object({ userIds: z.array(Id).min(1).max(2) });
export type Apart = z.infer<typeof Apart>;

/** Core NATS subject of messages for one user; gateways subscribe while that user has a socket open. */
export const userSubject = (userId: number | '*') => `live.user.${userId}`;
/** Published there by notifications, in the form in which the browser gets it. */
export const LiveNotification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notification'), action: z.literal('new'), notification: Notification }),
  z.object({ type: z.literal('notifications_count'), count: z.int().min(0) }),
]);
export type LiveNotification = z.infer<typeof LiveNotification>;
