import { z } from 'zod';
import { Cursor, Id, Instant } from '../common.js';
import { ActObject } from '../http/acts.js';
import { ModeratedContent } from '../http/cases.js';
import { Comment, CommentBody, CommentSwitch, CommentSwitchBody } from '../http/comments.js';
import { StoredMedia } from '../http/media.js';
import {
  ChosenTopicsBody,
  LikeState,
  NewPollFields,
  Poll,
  PollPage,
  PollPreview,
  SaveState,
  TrendingPoll,
  checkBallots,
} from '../http/polls.js';
import { PollRounds, PollStatistics, ResultsFile } from '../http/results.js';
import { pollCreated } from '../events/index.js';
import { BALLOT_CODE_MAX } from '../ballots/index.js';
import { PAGE_MAX, POLL_OPTIONS_MAX, RECOMMENDATION_REASONS } from '../constants.js';
import { PollText, PollTexts, StoredVote } from '../poll-text.js';
import { Limited, rpc } from './define.js';

const PageRequest = z.object({
  viewerId: Id,
  page: z.int().min(1).max(PAGE_MAX).optional(),
  cursor: Cursor.optional(),
});
const PollAndViewer = z.object({ pollId: Id, viewerId: Id });
const Reaction = PollAndViewer.extend(Limited);

/**
 * Votes that one gateway sends at once: columns of equal length. At most this many, so that an answer fits a NATS
 * message.
 */
export const VOTE_MESSAGE_MAX = 128;
export const VoteBatch = z.object({
  pollIds: z.array(Id).min(1).max(VOTE_MESSAGE_MAX),
  userIds: z.array(Id).min(1).max(VOTE_MESSAGE_MAX),
  /** `ballotCode` of each vote. */
  ballots: z.array(z.int().min(0).max(BALLOT_CODE_MAX)).min(1).max(VOTE_MESSAGE_MAX).optional(),
  /** Instead of `ballots`, from gateways of the release before: one chosen option each. */
  options: z
    .array(
      z
        .int()
        .min(0)
        .max(POLL_OPTIONS_MAX - 1),
    )
    .min(1)
    .max(VOTE_MESSAGE_MAX)
    .optional(),
});
export type VoteBatch = z.infer<typeof VoteBatch>;

export const VoteOutcome = z.enum([
  'recorded',
  'already-voted',
  'abstained',
  'poll-ended',
  'poll-not-found',
  'followers-only',
  'bad-option',
  'unavailable',
]);
export type VoteOutcome = z.infer<typeof VoteOutcome>;

/**
 * The answer to a batch, one entry per vote in `results`. `polls` holds each poll once, with its counts, so that the
 * gateway completes it with the voter's fields and never parses it.
 */
export const VoteBatchReply = z.object({
  polls: z.array(PollText),
  results: z.array(
    z.object({
      outcome: VoteOutcome,
      /** Index into `polls`; only when recorded. */
      poll: z.int().min(0).optional(),
      /** `already-voted` only: the voter's earlier choice, where the poll's method is `single`. */
      choice: z.int().min(0).optional(),
      /**
       * The voter's choices as the poll knows them, null in a sealed poll. When recorded, absent for `single`: they are
       * what was sent.
       */
      choices: z.array(z.int().min(0)).nullable().optional(),
      liked: z.boolean().optional(),
      saved: z.boolean().optional(),
    }),
  ),
});
export type VoteBatchReply = z.infer<typeof VoteBatchReply>;

/** Viewers whose first page one gateway asks for at once. */
export const FIRST_PAGE_VIEWERS_MAX = 128;
/**
 * The feed's first page for many viewers: each poll once, so that the gateway completes it per viewer and never parses
 * it.
 */
export const FirstPageReply = z.object({
  polls: z.array(PollTexts),
  /** How many of `polls`, from the first, are the newest; those after them are recommended to somebody. */
  newest: z.int().min(0),
  /** `"pagination":{...}`, the rest of the page's JSON. */
  tail: z.string(),
  /**
   * Per viewer, in the order asked: what they have done, as [position in `polls`, own vote, liked, saved]; nothing for
   * polls left alone.
   */
  viewers: z.array(z.array(z.tuple([z.int().min(0), StoredVote, z.boolean(), z.boolean()]))),
  /**
   * Per viewer, positions in `polls` of those whose result the viewer asked to be told; each has an entry in `viewers`.
   * Absent when nobody asked. Not part of the tuples, whose length gateways of the release before check.
   */
  reminded: z.array(z.array(z.int().min(0))).optional(),
  /**
   * Per viewer, what is recommended to them as [position in `polls`, reason, similarToLiked], in the place of as many
   * of the newest, and the tail that then follows; null for nothing, absent when nothing is recommended to anyone.
   */
  recommended: z
    .array(
      z
        .object({
          polls: z.array(z.tuple([z.int().min(0), z.enum(RECOMMENDATION_REASONS), z.boolean()])),
          tail: z.string(),
        })
        .nullable(),
    )
    .optional(),
  /**
   * Per viewer: their own choice of the newest, as positions in `polls`, and the tail that follows it; null for viewers
   * who get the newest as they are, absent when all do. Set for those to whom one of the newest does not show, by a
   * block, a mute or a muted word; later polls take its place.
   */
  own: z.array(z.object({ polls: z.array(z.int().min(0)), tail: z.string() }).nullable()).optional(),
});
export type FirstPageReply = z.infer<typeof FirstPageReply>;

/** What a gateway must know to send one socket the right tallies. `resultsVisible` may change. */
export const WatchInfo = z.object({
  pollId: Id,
  resultsVisible: z.boolean(),
  /** Anyone may see results: the poll has ended by the database's clock, or its author shows them at once. */
  openToAll: z.boolean(),
  endDate: Instant.nullable(),
  version: z.int().min(0),
  votesCount: z.int().min(0),
  likesCount: z.int().min(0),
  commentsCount: z.int().min(0),
  abstentionsCount: z.int().min(0),
  /** Per option, only when visible. */
  votes: z.array(z.int().min(0)).optional(),
  /** With `votes` of a sealed poll: how many voters they cover. */
  countedVotes: z.int().min(0).optional(),
});
export type WatchInfo = z.infer<typeof WatchInfo>;

export const pollsRpc = {
  /**
   * `unlisted`: no list shows it, no event announces it, and its deletion leaves no row. Only for the probe (ADR 21).
   * `staff`: a moderator or administrator, who may always ask.
   */
  create: rpc(
    'polls.create',
    NewPollFields.extend({
      ...Limited,
      userId: Id,
      media: StoredMedia.optional(),
      /** One for each option, described by optionAlts. */
      optionImages: z.array(StoredMedia).optional(),
      unlisted: z.literal(true).optional(),
      staff: z.literal(true).optional(),
    }).superRefine(checkBallots),
    Poll,
  ),
  get: rpc('polls.get', PollAndViewer, Poll, { retry: true }),
  /** Ends one's own poll now. */
  end: rpc('polls.end', z.object({ pollId: Id, userId: Id }), Poll, { retry: true }),
  rounds: rpc('polls.rounds', PollAndViewer, PollRounds, { retry: true }),
  results: rpc('polls.results', PollAndViewer, ResultsFile, { retry: true }),
  /** Counting the votes of a large poll by the hour takes seconds, once an hour. */
  statistics: rpc('polls.statistics', PollAndViewer, PollStatistics, { retry: true, timeoutMs: 15_000 }),
  remove: rpc('polls.delete', z.object({ pollId: Id, userId: Id }), z.object({})),
  feed: rpc('polls.feed', PageRequest, PollPage, { retry: true }),
  firstPage: rpc(
    'polls.feed.first-page',
    z.object({ viewerIds: z.array(Id).min(1).max(FIRST_PAGE_VIEWERS_MAX) }),
    FirstPageReply,
    { retry: true },
  ),
  byAuthor: rpc('polls.by-author', PageRequest.extend({ userId: Id }), PollPage, { retry: true }),
  voted: rpc('polls.voted', PageRequest, PollPage, { retry: true }),
  saved: rpc('polls.saved', PageRequest, PollPage, { retry: true }),
  trending: rpc('polls.trending', z.object({ viewerId: Id.optional() }), z.array(TrendingPoll), { retry: true }),
  chooseTopics: rpc('polls.topics.choose', ChosenTopicsBody.extend({ userId: Id }), z.object({}), { retry: true }),
  /**
   * With a viewer only what lists show to that person. `apart`: a block separates `viewerId` from `userId`, if a viewer
   * is given; social knows which.
   */
  countByAuthor: rpc(
    'polls.count-by-author',
    z.object({ userId: Id, viewerId: Id.optional() }),
    z.object({ pollsCount: z.int().min(0), apart: z.boolean().optional() }),
    { retry: true },
  ),
  /** What is reported or moderated, as it is now. With a viewer only what that person can see. */
  moderationView: rpc(
    'polls.moderation-view',
    ActObject.extend({ viewerId: Id.optional() }),
    z.object({
      /** Null for a deleted account. */
      authorId: Id.nullable(),
      content: ModeratedContent,
    }),
    { retry: true },
  ),
  /** How much a person has written that is not deleted. */
  authorTotals: rpc(
    'polls.author-totals',
    z.object({ userId: Id }),
    z.object({ polls: z.int().min(0), comments: z.int().min(0) }),
    { retry: true },
  ),
  castVotes: rpc('polls.votes.cast', VoteBatch, VoteBatchReply),
  /** Gives up the vote, for good, and shows the results. */
  abstain: rpc('polls.votes.abstain', z.object({ pollId: Id, userId: Id }), Poll, { retry: true }),
  like: rpc('polls.like', Reaction, LikeState, { retry: true }),
  unlike: rpc('polls.unlike', Reaction, LikeState, { retry: true }),
  save: rpc('polls.save', Reaction, SaveState, { retry: true }),
  unsave: rpc('polls.unsave', Reaction, SaveState, { retry: true }),
  /** Asks to be told the result, and takes that back. */
  setReminder: rpc('polls.reminders.set', Reaction, z.object({}), { retry: true }),
  removeReminder: rpc('polls.reminders.remove', Reaction, z.object({}), { retry: true }),
  /**
   * Without a viewer: what anyone may see. With one, a block between viewer and author makes the poll unknown. To
   * anyone but followers a poll for followers is `followers-only`.
   */
  preview: rpc('polls.preview', z.object({ pollId: Id, viewerId: Id.optional() }), PollPreview, { retry: true }),
  comments: rpc(
    'polls.comments.list',
    z.object({ pollId: Id, viewerId: Id.optional(), cursor: Cursor.optional() }),
    z.object({ comments: z.array(Comment), nextCursor: Cursor.nullable() }),
    { retry: true },
  ),
  addComment: rpc('polls.comments.add', CommentBody.extend({ ...Limited, userId: Id }), Comment),
  switchComments: rpc('polls.comments.switch', CommentSwitchBody.extend({ pollId: Id, userId: Id }), CommentSwitch, {
    retry: true,
  }),
  deleteComment: rpc('polls.comments.delete', z.object({ commentId: Id, userId: Id }), z.object({})),
  /**
   * Whom to notify of a poll's end beside its author, in the order of ids: its voters, and who asked to be told. The
   * release before asks by the same name for voters alone, so during an upgrade ends are announced as well.
   */
  endRecipients: rpc(
    'polls.voters',
    z.object({ pollId: Id, after: z.int().min(0), limit: z.int().min(1).max(1_000) }),
    z.object({ userIds: z.array(Id) }),
    { retry: true },
  ),
  /**
   * Draws some of a poll's voters at random, never its author, so that a vote notification may name one of them
   * (ADR 5). Nobody is drawn unless more than `outsideLead` of the votes since the last draw are for options other than
   * the leading one, which leaves every voter's choice open. 0 switches that rule off.
   */
  drawVoters: rpc(
    'polls.voters.draw',
    z.object({ pollId: Id, limit: z.int().min(1).max(200), outsideLead: z.int().min(0) }),
    z.object({ userIds: z.array(Id) }),
  ),
  /**
   * Counts a file that a user uploads, for a poll or a profile, before the gateway works on it. `endsAt` names the
   * window for `giveBackUpload`, which takes the count back if the file or what it belongs to is refused.
   */
  takeUpload: rpc('polls.uploads.take', z.object({ ...Limited, userId: Id }), z.object({ endsAt: Instant })),
  giveBackUpload: rpc('polls.uploads.give-back', z.object({ userId: Id, endsAt: Instant }), z.object({})),
  /** Which of these objects some poll uses; the sweep of stored objects removes the others. */
  usedMedia: rpc(
    'polls.media.used',
    z.object({ paths: z.array(z.string()).max(1_000) }),
    z.object({ paths: z.array(z.string()) }),
    { retry: true },
  ),
  /** Every public poll in the order of ids, to rebuild a projection; with `all` also those that lists do not show. */
  export: rpc(
    'polls.export',
    z.object({ after: z.int().min(0), limit: z.int().min(1).max(200), all: z.literal(true).optional() }),
    z.object({
      polls: z.array(
        pollCreated.data.extend({
          votesCount: z.int().min(0),
          likesCount: z.int().min(0),
          commentsCount: z.int().min(0),
          version: z.int().min(0),
          topics: z.array(z.string()),
        }),
      ),
    }),
    { retry: true, timeoutMs: 15_000 },
  ),
  watch: rpc('polls.watch', z.object({ viewerId: Id, pollIds: z.array(Id).min(1).max(200) }), z.array(WatchInfo), {
    retry: true,
  }),
};
