import { z } from 'zod';
import {
  CHOSEN_TOPIC_MAX,
  CHOSEN_TOPICS_MAX,
  MEDIA_ALT_MAX,
  OPTION_MAX,
  PAGE_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  QUESTION_MAX,
  RECOMMENDATION_REASONS,
} from '../constants.js';
import { Cursor, Id, IdText, Instant, typed } from '../common.js';
import { PollLabels } from '../poll-labels.js';
import { MediaInfo } from './media.js';
import { asRead } from '../text.js';
import { Hidden } from './acts.js';
import { Author } from './users.js';

/** `votes` is absent where this viewer may not see results yet (docs/product.md#results). */
export const PollOption = z.object({ text: z.string(), votes: z.int().min(0).optional() });
export type PollOption = z.infer<typeof PollOption>;

/** A poll as one viewer sees it (docs/product.md#polls). */
export const Poll = z.object({
  id: Id,
  userId: Id,
  question: z.string(),
  options: z.array(PollOption).min(POLL_OPTIONS_MIN).max(POLL_OPTIONS_MAX),
  /** Path of its picture or video. */
  media: z.string().nullable(),
  mediaInfo: MediaInfo.nullable(),
  endDate: Instant.nullable(),
  createdAt: Instant,
  /**
   * Null for the moment in which the author's profile has not arrived yet; the client then asks for the user.
   */
  user: Author.nullable(),
  visibility: z.literal('public'),
  showResultsBeforeVoting: z.boolean(),
  votesCount: z.int().min(0),
  likesCount: z.int().min(0),
  commentsCount: z.int().min(0),
  /** Grows with every change of a tally; a snapshot with a lower one is older and is ignored. */
  version: z.int().min(0),
  /** The viewer may see per-option counts: has voted, or the poll has ended, or its author shows them at once. */
  resultsVisible: z.boolean(),
  /** Index of the viewer's own choice. */
  userVote: z.int().min(0).nullable(),
  userLiked: z.boolean(),
  userSaved: z.boolean(),
  /** Its author has switched comments off. Absent: people can comment. */
  commentsOff: z.boolean().optional(),
  /**
   * Why its picture or video is covered until the viewer asks for it; may be empty. Null or absent: it is not covered.
   */
  sensitive: z.string().nullable().optional(),
  /** Only for its author: an act hides the poll from everyone else. */
  hidden: Hidden.optional(),
  ...PollLabels.shape,
  /** Among the polls with the most recent activity. */
  trending: z.boolean(),
  /** Ends within a day, or is of the present season. */
  timeRelevant: z.boolean(),
  /**
   * Shares topics with polls that the viewer liked. Absent where an answer is not about recommending, as after a vote.
   */
  similarToLiked: z.boolean().optional(),
  /** The feed shows it because it may interest this viewer, not because it is new. */
  isRecommended: z.boolean().optional(),
  /** The first that holds (docs/product.md#recommendations); null for a poll that is not recommended. */
  recommendationReason: z.enum(RECOMMENDATION_REASONS).nullable().optional(),
});
export type Poll = z.infer<typeof Poll>;

/** `nextCursor` continues exactly after the last poll shown, however many new ones arrive (docs/product.md#feed). */
export const Pagination = z.object({ page: z.int().min(1), hasMore: z.boolean(), nextCursor: Cursor.nullable() });
export const PollPage = z.object({ polls: z.array(Poll), pagination: Pagination });
export type PollPage = z.infer<typeof PollPage>;

/** A page's number in a query. */
export const PageText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number from 1')
  .transform(Number)
  .pipe(
    z.int().min(1, 'must be a whole number from 1').max(PAGE_MAX, `goes up to ${PAGE_MAX}; use nextCursor to read on`),
  );

export const PageQuery = z.object({
  page: PageText.optional(),
  cursor: Cursor.optional(),
  /** Accepted because clients send it; a page always has 10 polls. */
  limit: z.string().optional(),
});

/** Options come as a JSON array, or as JSON text inside multipart. */
const Options = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  },
  z
    .array(typed(OPTION_MAX, 'Option'), { error: 'Options must be a list of texts' })
    .min(POLL_OPTIONS_MIN, `A poll needs at least ${POLL_OPTIONS_MIN} options`)
    .max(POLL_OPTIONS_MAX, `A poll can have at most ${POLL_OPTIONS_MAX} options`)
    .refine((list) => new Set(list.map(asRead)).size === list.length, 'Options must differ from one another')
    .meta({ uniqueItems: true }),
);

const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
});

/**
 * `POST /api/polls`, multipart or JSON (docs/product.md#creating-a-poll). The earliest end date is checked by the
 * server's clock.
 */
export const CreatePollBody = z.object({
  question: typed(QUESTION_MAX, 'Question'),
  options: Options,
  endDate: Instant.optional(),
  /** `everyone` is read as `public`. */
  visibility: z.enum(['public', 'everyone'], { error: "Visibility is 'public'" }).default('public'),
  showResultsBeforeVoting: Flag.default(false),
  /** Describes the picture or video. */
  mediaAlt: typed(MEDIA_ALT_MAX, 'Description').optional(),
});
export type CreatePollBody = z.infer<typeof CreatePollBody>;

export const VoteBody = z.object({
  pollId: Id,
  optionIndex: z
    .int('optionIndex must be a whole number')
    .min(0, 'optionIndex starts at 0')
    .max(POLL_OPTIONS_MAX - 1, 'This poll has no such option.'),
});
export type VoteBody = z.infer<typeof VoteBody>;

export const PollRef = z.object({ pollId: Id });
export const PollIdParam = z.object({ id: IdText });
export const PollRefParam = z.object({ pollId: IdText });
export const UserIdParam = z.object({ id: IdText });

export const LikeState = z.object({ pollId: Id, userLiked: z.boolean(), likesCount: z.int().min(0) });
export type LikeState = z.infer<typeof LikeState>;
export const SaveState = z.object({ pollId: Id, userSaved: z.boolean() });
export type SaveState = z.infer<typeof SaveState>;

/** One row of the 'Trending Polls' panel (docs/product.md#trending). `timeAgo` is English and short, as in "4h ago". */
export const TrendingPoll = z.object({
  id: Id,
  question: z.string(),
  user: Author.omit({ id: true }),
  timeAgo: z.string(),
  createdAt: Instant,
  totalVotes: z.int().min(0),
});
export type TrendingPoll = z.infer<typeof TrendingPoll>;

/** `POST /api/users/me/topics`: the topics that a user wants polls about, as `GET /api/topics/trending` names them. */
export const ChosenTopicsBody = z.object({
  topics: z
    .array(typed(CHOSEN_TOPIC_MAX, 'A topic'), 'topics is a list')
    .max(CHOSEN_TOPICS_MAX, `At most ${CHOSEN_TOPICS_MAX} topics can be chosen`),
});

/**
 * `GET /api/polls/{id}/preview`: what anyone may see of a shared poll (docs/product.md#sharing). Counts only where they
 * are open to all.
 */
export const PollPreview = Poll.pick({
  id: true,
  question: true,
  options: true,
  media: true,
  mediaInfo: true,
  endDate: true,
  createdAt: true,
  user: true,
  votesCount: true,
  resultsVisible: true,
  language: true,
  sensitive: true,
});
export type PollPreview = z.infer<typeof PollPreview>;
