import { z } from 'zod';
import { Id, Instant } from '../common.js';
import { POLL_METHODS, STATISTICS_STEPS } from '../constants.js';
import type { RunOff } from '../ballots/index.js';
import { OptionIndex, Poll } from './polls.js';

const Count = z.int().min(0);

/** `GET /api/polls/{id}/rounds`: a run-off (docs/product.md#run-off). Lists have one entry per option. */
export const PollRounds = z.object({
  /** One option leaves after each round but the last. None without a vote. */
  rounds: z.array(
    z.object({
      /** The votes that an option holds; null for one that has left. */
      counts: z.array(Count.nullable()),
      out: OptionIndex.nullable(),
      /** Voters none of whose choices is left. */
      exhausted: Count,
      /** Votes that came over from the option that left before. */
      moved: z.array(Count),
    }),
  ),
  winner: OptionIndex.nullable(),
  /** The option that would win against each other one alone; null where there is none. */
  condorcet: OptionIndex.nullable(),
  voters: Count,
}) satisfies z.ZodType<RunOff>;
export type PollRounds = z.infer<typeof PollRounds>;

export const ResultsQuery = z.object({
  format: z.enum(['csv', 'json', 'png'], { error: "must be 'csv', 'json' or 'png'" }).default('json'),
  /** Of the words on the picture that are not the poll's own. */
  language: z.enum(['en', 'de'], { error: "must be 'en' or 'de'" }).default('en'),
});

/** `GET /api/polls/{id}/results`: a poll's results as a file. */
export const ResultsFile = z.object({
  pollId: Id,
  /** The author; null as in a poll. */
  user: Poll.shape.user,
  question: z.string(),
  method: z.enum(POLL_METHODS),
  sealed: z.boolean(),
  createdAt: Instant,
  endDate: Instant.nullable(),
  ended: z.boolean(),
  /** People who voted. */
  votesCount: Count,
  /** Only for sealed polls: the number of votes that the counts per option include. */
  countedVotes: Count.optional(),
  abstentionsCount: Count,
  options: z.array(
    z.object({
      text: z.string(),
      /** First choices in a ranked poll. */
      votes: Count,
      /** In whole percent: of all votes, and of voters with the method `multiple`. */
      percent: Count,
      leads: z.boolean(),
      /** Only in a quiz. */
      right: z.boolean().optional(),
    }),
  ),
  /** Of ranked polls that have ended. */
  runOff: PollRounds.optional(),
});
export type ResultsFile = z.infer<typeof ResultsFile>;

/** `GET /api/polls/{id}/statistics`: what only the author sees (docs/product.md#statistics). */
export const PollStatistics = z.object({
  pollId: Id,
  ended: z.boolean(),
  sealed: z.boolean(),
  votesCount: Count,
  abstentionsCount: Count,
  /** Null for sealed polls. */
  totals: z
    .object({
      /** Points are at least this far apart, but for the last one. */
      step: z.enum(STATISTICS_STEPS),
      /** Votes up to an instant: none at the poll's beginning, then rising, then all at its end or now. */
      points: z.array(z.object({ at: Instant, votes: Count })),
    })
    .nullable(),
  /** How often its page was loaded, and how often lists showed it. Both are rounded down to a multiple of five. */
  views: z.object({ page: Count, feed: Count }),
  /** Null for sealed polls and with fewer than five voters. Neither voters nor people include the author. */
  commenters: z
    .object({
      /** People who have commented; after the end, those who had by then. */
      people: Count,
      /** Voters who commented, in whole percent of voters: at least `least` and at most `most`. */
      least: Count,
      most: Count,
    })
    .nullable(),
});
export type PollStatistics = z.infer<typeof PollStatistics>;
