import { z } from 'zod';
import {
  CHOSEN_TOPIC_MAX,
  CHOSEN_TOPICS_MAX,
  MEDIA_ALT_MAX,
  OPTION_ALT_MAX,
  OPTION_MAX,
  PAGE_MAX,
  POLL_METHODS,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  QUESTION_MAX,
  QUIZ_EXPLANATION_MAX,
  RECOMMENDATION_REASONS,
  VISIBILITIES,
} from '../constants.js';
import { ballotProblem } from '../ballots/index.js';
import { Cursor, Id, IdText, Instant, typed, typedLines } from '../common.js';
import { PollLabels } from '../poll-labels.js';
import { MediaInfo, OptionImage } from './media.js';
import { asRead } from '../text.js';
import { Hidden } from './acts.js';
import { ORDINARY_POLL } from './ordinary-poll.js';
import { Author } from '../author.js';

/**
 * `votes` is absent where this viewer may not see results yet (docs/product.md#results). In a ranked poll these are
 * first choices. `image`, the path of a picture, and `imageInfo` are present for all options of a poll or for none.
 */
export const PollOption = z.object({
  text: z.string(),
  votes: z.int().min(0).optional(),
  ...OptionImage.partial().shape,
});
export type PollOption = z.infer<typeof PollOption>;

/** An option's position in its poll. */
export const OptionIndex = z
  .int()
  .min(0)
  .max(POLL_OPTIONS_MAX - 1);
/** The right answer of a quiz; both are absent before the viewer may see results. */
export const Quiz = z.object({ answer: OptionIndex.optional(), explanation: z.string().nullable().optional() });
export type Quiz = z.infer<typeof Quiz>;

/**
 * A poll as one viewer sees it (docs/product.md#polls). Fields with a default are left out of the JSON where they have
 * it (ORDINARY_POLL), because feed and votes are the hottest routes and nearly all polls are ordinary.
 */
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
  /** Who can see it and vote. */
  visibility: z.enum(VISIBILITIES),
  showResultsBeforeVoting: z.boolean(),
  method: z.enum(POLL_METHODS).default(ORDINARY_POLL.method),
  /** How many options a ballot names, at least and at most; 1 and 1 for `single`. */
  minChoices: z.int().min(1).max(POLL_OPTIONS_MAX).default(ORDINARY_POLL.minChoices),
  maxChoices: z.int().min(1).max(POLL_OPTIONS_MAX).default(ORDINARY_POLL.maxChoices),
  /** Nobody can look up what a person chose (docs/product.md#sealed-polls). */
  sealed: z.boolean().default(ORDINARY_POLL.sealed),
  /** Each viewer sees the options in another order; indexes stay the author's. */
  shuffled: z.boolean().default(ORDINARY_POLL.shuffled),
  /** Null for a poll that is no quiz. */
  quiz: Quiz.nullable().default(ORDINARY_POLL.quiz),
  /** People who voted. With several choices, the options have more votes together. */
  votesCount: z.int().min(0),
  /** Of sealed polls, with `votes` of options: how many voters those counts cover. */
  countedVotes: z.int().min(0).optional(),
  /** Of ranked polls that have ended: the option that won the run-off (docs/product.md#run-off). */
  winner: OptionIndex.optional(),
  /** People who looked at the results and gave up their vote. */
  abstentionsCount: z.int().min(0).default(ORDINARY_POLL.abstentionsCount),
  likesCount: z.int().min(0),
  commentsCount: z.int().min(0),
  /** Grows with every change of a tally; a snapshot with a lower one is older and is ignored. */
  version: z.int().min(0),
  /** The viewer may see per-option counts: has voted, or the poll has ended, or its author shows them at once. */
  resultsVisible: z.boolean(),
  userVoted: z.boolean(),
  userAbstained: z.boolean().default(ORDINARY_POLL.userAbstained),
  /** Index of the viewer's own choice in a poll with the method `single`. */
  userVote: OptionIndex.nullable(),
  /**
   * The viewer's own choices in a poll with another method, in order if it is ranked. Null without a vote, in a sealed
   * poll, and for `single`, where the choice is `userVote`; choicesOfViewer reads both.
   */
  userChoices: z.array(OptionIndex).nullable().default(ORDINARY_POLL.userChoices),
  userLiked: z.boolean(),
  userSaved: z.boolean(),
  /** The viewer asked to be told the result and has not voted; voters are told anyway. */
  userReminded: z.boolean().default(ORDINARY_POLL.userReminded),
  /** Its author has switched comments off. Absent: people can comment. */
  commentsOff: z.boolean().optional(),
  /**
   * Why its pictures or its video are covered until the viewer asks for them; may be empty. Null or absent: they are
   * not covered.
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
/** A poll as JSON has it; wholePoll fills in what is left out. */
export type SentPoll = z.input<typeof Poll>;

/** `nextCursor` continues exactly after the last poll shown, however many new ones arrive (docs/product.md#feed). */
export const Pagination = z.object({ page: z.int().min(1), hasMore: z.boolean(), nextCursor: Cursor.nullable() });
export const PollPage = z.object({ polls: z.array(Poll), pagination: Pagination });
export type PollPage = z.infer<typeof PollPage>;
export type SentPollPage = z.input<typeof PollPage>;

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

/** A list comes as a JSON array, or as JSON text inside multipart. */
const listed = <S extends z.ZodType>(list: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, list);

const Options = listed(
  z
    .array(typed(OPTION_MAX, 'Option'), { error: 'Options must be a list of texts' })
    .min(POLL_OPTIONS_MIN, `A poll needs at least ${POLL_OPTIONS_MIN} options`)
    .max(POLL_OPTIONS_MAX, `A poll can have at most ${POLL_OPTIONS_MAX} options`)
    .refine((list) => new Set(list.map(asRead)).size === list.length, 'Options must differ from one another')
    .meta({ uniqueItems: true }),
);

/** One for each picture of an option. */
const OptionAlts = listed(
  z
    .array(typed(OPTION_ALT_MAX, 'The description of a picture'), { error: 'optionAlts must be a list of texts' })
    .max(POLL_OPTIONS_MAX, `At most ${POLL_OPTIONS_MAX} pictures can be described`),
);

const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
});

/** A whole number as JSON, or as text inside multipart. */
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  const number = z.int({ error }).min(min, error).max(max, error);
  return z.union([number, z.string().regex(/^\d$/).transform(Number).pipe(number)], { error });
};

/** The fields of a new poll, each checked alone. */
export const NewPollFields = z.object({
  question: typed(QUESTION_MAX, 'Question'),
  options: Options,
  endDate: Instant.optional(),
  /** Who can see it and vote (docs/product.md#who-can-see-a-poll); `everyone` is read as `public`. */
  visibility: z
    .enum([...VISIBILITIES, 'everyone'], { error: `Visibility is one of ${VISIBILITIES.join(', ')}` })
    .transform((visibility) => (visibility === 'everyone' ? 'public' : visibility))
    .default('public'),
  showResultsBeforeVoting: Flag.default(false),
  /** Describes the picture or video. */
  mediaAlt: typed(MEDIA_ALT_MAX, 'Description').optional(),
  /** What the pictures of the options show; the files are optionImage0 and so on, for all options or none. */
  optionAlts: OptionAlts.optional(),
  method: z.enum(POLL_METHODS, { error: `Method is one of ${POLL_METHODS.join(', ')}` }).default('single'),
  /** Without them: from 1 to all options. */
  minChoices: whole(1, POLL_OPTIONS_MAX).optional(),
  maxChoices: whole(1, POLL_OPTIONS_MAX).optional(),
  sealed: Flag.default(false),
  shuffled: Flag.default(false),
  /** Index of the right option; makes the poll a quiz. */
  quizAnswer: whole(0, POLL_OPTIONS_MAX - 1).optional(),
  quizExplanation: typedLines(QUIZ_EXPLANATION_MAX, 'Explanation').optional(),
});

/** The fields fit together (docs/product.md#kinds-of-questions). */
export const checkBallots = (fields: z.infer<typeof NewPollFields>, context: z.RefinementCtx): void => {
  const problem = ballotProblem(fields);
  if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
  if (fields.optionAlts && fields.optionAlts.length !== fields.options.length)
    context.addIssue({ code: 'custom', path: ['optionAlts'], message: 'Describe the picture of every option' });
};

/**
 * `POST /api/polls`, multipart or JSON (docs/product.md#creating-a-poll). The earliest end date is checked by the
 * server's clock.
 */
export const CreatePollBody = NewPollFields.superRefine(checkBallots);
export type CreatePollBody = z.infer<typeof CreatePollBody>;

const chosenOption = (label: string) =>
  z
    .int(`${label} must be a whole number`)
    .min(0, `${label} starts at 0`)
    .max(POLL_OPTIONS_MAX - 1, 'This poll has no such option.');

/**
 * A vote: `optionIndex` for one option, or `choices`, in the voter's order if the poll is ranked. One option can be
 * given either way, for every method.
 */
export const VoteBody = z
  .object({
    pollId: Id,
    optionIndex: chosenOption('optionIndex').optional(),
    choices: z
      .array(chosenOption('A choice'), 'choices is a list of option indexes')
      .min(1, 'Choose at least one option')
      .max(POLL_OPTIONS_MAX, `At most ${POLL_OPTIONS_MAX} options can be chosen`)
      .refine((choices) => new Set(choices).size === choices.length, 'Choose each option once')
      .meta({ uniqueItems: true })
      .optional(),
  })
  .refine(({ optionIndex, choices }) => (optionIndex === undefined) !== (choices === undefined), {
    path: ['optionIndex'],
    message: 'Send optionIndex or choices',
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
  countedVotes: true,
  winner: true,
  method: true,
  minChoices: true,
  maxChoices: true,
  sealed: true,
  shuffled: true,
  quiz: true,
  visibility: true,
  resultsVisible: true,
  language: true,
  sensitive: true,
});
export type PollPreview = z.infer<typeof PollPreview>;
/** A preview as JSON has it; wholePreview fills in what is left out. */
export type SentPollPreview = z.input<typeof PollPreview>;

/** The type of an answer as JSON has it: a poll in it may lack the fields that are left out. */
export type AsSent<Answer> = Answer extends Poll
  ? SentPoll
  : Answer extends PollPage
    ? SentPollPage
    : Answer extends PollPreview
      ? SentPollPreview
      : Answer;
