import { z } from 'zod';
import { Id, Instant } from '../common.js';
import { MUTED_WORDS_MAX, OBJECT_STATES, POLLS_AFTER_DELETION } from '../constants.js';
import { NoticeContent } from '../http/acts.js';
import { InstanceSettings } from '../http/instance.js';
import { ROLES } from '../http/users.js';
import { PollLabels } from '../poll-labels.js';
import { event } from './define.js';

/**
 * An account's public profile changed: on sign-up, on completing the profile, on proving the address, and on every
 * later change.
 */
export const profileUpdated = event(
  'auth.profile-updated.v1',
  z.object({
    userId: Id,
    name: z.string(),
    username: z.string().nullable(),
    profilePicture: z.string().nullable(),
    hasCompletedProfile: z.boolean(),
    /** Whether the owner has proved the account's address, which no event names. Older events lack it. */
    emailVerified: z.boolean().optional(),
    /** When the account was made. Older events lack it. */
    createdAt: Instant.optional(),
    /** Path of the picture that this change has replaced; its object is no longer needed. */
    replacedPicture: z.string().optional(),
    version: z.int().min(1),
  }),
);

/** An account got another role. `byId` is the administrator who gave it; null for the operator. */
export const roleChanged = event(
  'auth.role-changed.v1',
  z.object({ userId: Id, role: z.enum(ROLES), before: z.enum(ROLES), byId: Id.nullable() }),
);

/** An administrator ended all sessions of somebody. */
export const signedOutByAdministrator = event(
  'auth.signed-out-by-administrator.v1',
  z.object({ userId: Id, byId: Id }),
);

/**
 * Sessions were ended, by anyone or anything; a device loses what it registered in its session. At most a thousand ids
 * in one event.
 */
export const sessionsEnded = event(
  'auth.sessions-ended.v1',
  z.object({ userId: Id, sessionIds: z.array(z.uuid()).min(1).max(1_000) }),
);

/**
 * The deletion of an account has begun: nobody can sign in to it any more, and every service removes what it holds of
 * the person. The event comes again while some service has not confirmed.
 */
export const accountDeletionStarted = event(
  'auth.account-deletion-started.v1',
  z.object({
    userId: Id,
    polls: z.enum(POLLS_AFTER_DELETION),
    startedAt: Instant,
    /** From then on no request of the account can be under way; a service purges once more and then confirms. */
    settledAt: Instant,
    /** SHA-256 of the address in lower case, as hex, if its owner had proved it. */
    emailHash: z.string().optional(),
    /** Path of the profile picture, whose object is no longer needed. */
    profilePicture: z.string().nullable().optional(),
  }),
);

/** Somebody asks to join an instance whose moderators decide (docs/product.md#who-may-join). */
export const signUpRequested = event(
  'auth.sign-up-requested.v1',
  z.object({ userId: Id, email: z.string(), answer: z.string().nullable(), requestedAt: Instant }),
);

/** A moderator has let somebody in, or refused them. */
export const signUpDecided = event(
  'community.sign-up-decided.v1',
  z.object({ userId: Id, approved: z.boolean(), reason: z.string().nullable() }),
);

/** The service of the event's name holds nothing of this person any more. */
const accountPurged = <const S extends string>(service: S) =>
  event(`${service}.account-purged.v1`, z.object({ userId: Id }));
/** The confirmations that the deletion of an account waits for, by service. */
export const ACCOUNT_PURGED = {
  polls: accountPurged('polls'),
  social: accountPurged('social'),
  notifications: accountPurged('notifications'),
  search: accountPurged('search'),
  insights: accountPurged('insights'),
  community: accountPurged('community'),
} as const;

export const pollCreated = event(
  'polls.poll-created.v1',
  z.object({
    pollId: Id,
    authorId: Id,
    question: z.string(),
    options: z.array(z.string()),
    endDate: Instant.nullable(),
    createdAt: Instant,
    /** Path of its picture or video. */
    media: z.string().nullable().optional(),
    /** Absent for a public poll. No list, search or figure shows others (docs/product.md#who-can-see-a-poll). */
    visibility: z.enum(['unlisted', 'followers']).optional(),
  }),
);

/** `media`, `optionImages`: the paths of the poll's objects, which are no longer needed. */
export const pollDeleted = event(
  'polls.poll-deleted.v1',
  z.object({
    pollId: Id,
    authorId: Id,
    media: z.string().nullable().optional(),
    optionImages: z.array(z.string()).optional(),
  }),
);

/** Somebody follows an author with polls for followers no more, and does not see these from now on. */
export const audienceLeft = event('polls.audience-left.v1', z.object({ authorId: Id, followerId: Id }));

/** The poll's end date has passed. Once per poll; who is told of it is asked for with `endRecipients`. */
export const pollEnded = event(
  'polls.poll-ended.v1',
  z.object({
    pollId: Id,
    authorId: Id,
    question: z.string(),
    endDate: Instant,
    votesCount: z.int().min(0),
    /** Texts of the options that lead, by now visible to all; empty without a vote. Older events lack it. */
    leaders: z.array(z.string()).optional(),
    /** As in `pollCreated`. */
    visibility: z.enum(['unlisted', 'followers']).optional(),
  }),
);

/**
 * Votes were counted. One event per batch of the vote path. It names neither voters nor options, so that nothing
 * downstream can join the two (ADR 5). `count` is the batch's votes on that poll, `votesCount` the
 * total after it, `version` the tally's.
 */
export const votesCounted = event(
  'polls.votes-counted.v1',
  z.object({
    polls: z
      .array(
        z.object({
          pollId: Id,
          authorId: Id,
          count: z.int().min(1),
          /** The votes in `count` that are not the poll author's own. Older events lack it. */
          others: z.int().min(0).optional(),
          votesCount: z.int().min(1),
          version: z.int().min(1),
        }),
      )
      .min(1),
  }),
);

export const pollLiked = event(
  'polls.poll-liked.v1',
  z.object({ pollId: Id, authorId: Id, userId: Id, likesCount: z.int().min(0) }),
);
export const pollUnliked = event(
  'polls.poll-unliked.v1',
  z.object({ pollId: Id, authorId: Id, userId: Id, likesCount: z.int().min(0) }),
);

/** `commentsCount` is the poll's number of comments afterwards. */
export const commentAdded = event(
  'polls.comment-added.v1',
  z.object({
    commentId: Id,
    pollId: Id,
    authorId: Id,
    userId: Id,
    content: z.string(),
    createdAt: Instant,
    commentsCount: z.int().min(0),
  }),
);
export const commentDeleted = event(
  'polls.comment-deleted.v1',
  z.object({ commentId: Id, pollId: Id, authorId: Id, userId: Id, commentsCount: z.int().min(0) }),
);

/** `version` grows with every change between these two; a projection ignores an older one. */
export const userFollowed = event(
  'social.user-followed.v1',
  z.object({ followerId: Id, followedId: Id, followersCount: z.int().min(0), version: z.int().min(1) }),
);
export const userUnfollowed = event(
  'social.user-unfollowed.v1',
  z.object({ followerId: Id, followedId: Id, followersCount: z.int().min(0), version: z.int().min(1) }),
);

/**
 * `blockerId` has blocked `blockedId`: from now on neither sees the other. Blocks in the two directions are separate
 * facts with versions of their own, and the pair is apart as long as one of them holds. `version` grows with every
 * change of a block in this direction, whether this event or the next; a projection ignores an older one, so that late
 * and repeated events settle to the newest state.
 */
export const userBlocked = event(
  'social.user-blocked.v1',
  z.object({ blockerId: Id, blockedId: Id, version: z.int().min(1) }),
);
export const userUnblocked = event(
  'social.user-unblocked.v1',
  z.object({ blockerId: Id, blockedId: Id, version: z.int().min(1) }),
);

/** `muterId` no longer wants to see `mutedId`, who does not notice. `version` as for blocks. */
export const userMuted = event('social.user-muted.v1', z.object({ muterId: Id, mutedId: Id, version: z.int().min(1) }));
export const userUnmuted = event(
  'social.user-unmuted.v1',
  z.object({ muterId: Id, mutedId: Id, version: z.int().min(1) }),
);

/** The user's muted words, all of them; empty when none are left. Only this user's own reads may depend on them. */
export const mutedWordsChanged = event(
  'social.muted-words-changed.v1',
  z.object({ userId: Id, words: z.array(z.string()).max(MUTED_WORDS_MAX), version: z.int().min(1) }),
);

/** What a poll is about. `classifier`: a model, or the lexicon that needs none. A later one replaces an earlier one. */
export const pollClassified = event(
  'insights.poll-classified.v1',
  z.object({
    pollId: Id,
    ...PollLabels.shape,
    classifier: z.enum(['model', 'lexicon']),
    version: z.int().min(1),
  }),
);

/**
 * The whole state that moderators gave a poll or comment, so a later version replaces an earlier one.
 * `hidden`: only its author sees it; `deleted`: nobody does; `removed`: it is final, and the service that owns it
 * deletes it as its author would. Votes stay counted in every state but the last.
 */
export const objectModerated = event(
  'community.object-moderated.v1',
  z.object({
    kind: z.enum(['poll', 'comment']),
    objectId: Id,
    authorId: Id,
    /** The poll of a comment, where it is known. */
    pollId: Id.nullable(),
    state: z.enum(OBJECT_STATES),
    /** The words on the slip over a poll's picture, which may be empty; null where it is not covered. */
    sensitive: z.string().nullable(),
    /** The act that hides or deletes it, which the author can appeal. */
    actId: Id.nullable(),
    version: z.int().min(1),
  }),
);

/**
 * How moderators have decided about a person: the whole state, so a later version replaces an earlier one. A suspension
 * ends by itself at `until`, and never where it is null. `pictureRemoved`: the path of the profile picture to remove.
 */
export const personModerated = event(
  'community.person-moderated.v1',
  z.object({
    userId: Id,
    silenced: z.boolean(),
    suspended: z
      .object({ until: Instant.nullable(), actId: Id, rule: z.string().nullable(), reason: z.string() })
      .nullable(),
    pictureRemoved: z.string().optional(),
    version: z.int().min(1),
  }),
);

/** A notice for a person's list, and for a mail if `mail` is set. A repeated `noticeId` is the same notice. */
export const noticeDue = event(
  'community.notice-due.v1',
  z.object({ noticeId: Id, userId: Id, notice: NoticeContent, mail: z.boolean() }),
);

/** The operator saved settings of the instance: all of them. Before the first such event the defaults count. */
export const settingsChanged = event(
  'community.settings-changed.v1',
  z.object({ version: z.int().min(1), settings: InstanceSettings }),
);

/** A version of the terms was published, or the terms were taken back (`withdrawn`). */
export const termsPublished = event(
  'community.terms-published.v1',
  z.object({ version: z.int().min(1), publishedAt: Instant, withdrawn: z.literal(true).optional() }),
);

/** Every event, for fixtures and for the list of subjects. */
export const EVENTS = [
  profileUpdated,
  roleChanged,
  signedOutByAdministrator,
  sessionsEnded,
  pollCreated,
  pollDeleted,
  pollEnded,
  audienceLeft,
  votesCounted,
  pollLiked,
  pollUnliked,
  commentAdded,
  commentDeleted,
  userFollowed,
  userUnfollowed,
  userBlocked,
  userUnblocked,
  userMuted,
  userUnmuted,
  mutedWordsChanged,
  pollClassified,
  objectModerated,
  personModerated,
  noticeDue,
  accountDeletionStarted,
  signUpRequested,
  signUpDecided,
  settingsChanged,
  termsPublished,
  ...Object.values(ACCOUNT_PURGED),
] as const;
export * from './define.js';
