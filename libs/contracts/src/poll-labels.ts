import { z } from 'zod';
import { CONTEXTS, MOODS, SEASONS, TOPICS_MAX } from './constants.js';

/**
 * What a poll is about (docs/product.md#polls), as insights classifies it. The event, the poll on the wire and the
 * columns of the polls service have these names. Null is unclear, or not classified yet.
 */
export const PollLabels = z.object({
  topics: z.array(z.string().min(1).max(40)).max(TOPICS_MAX),
  mood: z.enum(MOODS).nullable(),
  context: z.enum(CONTEXTS).nullable(),
  seasonality: z.enum(SEASONS).nullable(),
  /** Of question and options: a BCP 47 primary subtag, such as `en`. Older events and servers lack it. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .nullable()
    .optional(),
});
export type PollLabels = z.infer<typeof PollLabels>;
