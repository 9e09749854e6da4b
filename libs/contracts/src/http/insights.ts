import { z } from 'zod';
import { INSIGHT_KINDS, INSIGHT_SOURCES_MAX } from '../constants.js';
import { Instant } from '../common.js';

/** What a Deep Dive is made of: a text that a model wrote, or passages quoted from an encyclopedia. */
export const InsightKind = z.enum(INSIGHT_KINDS);
export type InsightKind = z.infer<typeof InsightKind>;

const HttpAddress = z.url({ protocol: /^https?$/ });

/** A passage quoted from an article, with what its licence asks to be named. Plain text. */
export const InsightPassage = z.object({
  title: z.string().min(1),
  /** The article. */
  url: HttpAddress,
  text: z.string().min(1),
  license: z.object({ name: z.string(), url: HttpAddress }),
});
export type InsightPassage = z.infer<typeof InsightPassage>;

/** A poll's Deep Dive. */
export const Insights = z.object({
  /**
   * Plain text, paragraphs separated by newlines; the passages' texts where it is made of those. Empty when there is
   * none.
   */
  insights: z.string(),
  /** http and https addresses: what the model cited, or the passages' articles. */
  sources: z.array(HttpAddress).max(INSIGHT_SOURCES_MAX),
  hasInsights: z.boolean(),
  /** Someone's request is under way; asking to generate waits for its result. */
  generating: z.boolean(),
  generatedAt: Instant.nullable(),
  /** Null while nothing was generated. */
  kind: InsightKind.nullable(),
  /** Empty unless `kind` is `passages`. */
  passages: z.array(InsightPassage).max(INSIGHT_SOURCES_MAX),
  /** Articles were looked for and none fits: `hasInsights` is false, and asking again finds the same. */
  nothingFound: z.boolean(),
});
export type Insights = z.infer<typeof Insights>;
