import { z } from 'zod';
import { Id, Instant } from '../common.js';
import { POLL_METHODS } from '../constants.js';
import type { RunOff } from '../ballots/index.js';
import { OptionIndex } from './polls.js';

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
  format: z.enum(['csv', 'json'], { error: "must be 'csv' or 'json'" }).default('json'),
});

/** `GET /api/polls/{id}/results`: a poll's results as a file. */
export const ResultsFile = z.object({
  pollId: Id,
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
