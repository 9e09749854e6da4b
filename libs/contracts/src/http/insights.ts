import { z } from 'zod';
import { INSIGHT_SOURCES_MAX } from '../constants.js';
import { Instant } from '../common.js';

/** A poll's Deep Dive (spec 3). Plain text, paragraphs separated by newlines; empty when there is none. */
export const Insights = z.object({
  insights: z.string(),
  /** http and https addresses that the provider cited. */
  sources: z.array(z.url({ protocol: /^https?$/ })).max(INSIGHT_SOURCES_MAX),
  hasInsights: z.boolean(),
  /** Someone's request is under way; asking to generate waits for its result. */
  generating: z.boolean(),
  generatedAt: Instant.nullable(),
});
export type Insights = z.infer<typeof Insights>;
