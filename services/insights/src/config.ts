import { z } from 'zod';

const perDay = (fallback: number) => z.coerce.number().int().min(0).max(1_000_000).default(fallback);
const milliseconds = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/**
 * The environment variables of insights. Without an API key, Deep Dives are passages from Wikipedia and the lexicon
 * classifies polls.
 */
export const InsightsConfig = z.object({
  /** The source of Deep Dives. Default: `openai` if there is a key, else `wikipedia`. `off` offers none. */
  INSIGHTS_PROVIDER: z.enum(['openai', 'wikipedia', 'off']).optional(),
  /** Interval at which an idle process checks that its source is reachable; otherwise Deep Dive is not offered. */
  INSIGHTS_PROBE_MS: milliseconds(50, 3_600_000, 60_000),

  /** The address of the wiki, or of a mirror, with `{language}` in place of the language's code. */
  WIKIPEDIA_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://{language}.wikipedia.org'),
  /** An email or a page through which Wikipedia can contact the operator; Wikipedia asks for one. */
  WIKIPEDIA_CONTACT: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]+$/, 'goes into a header: Latin letters without accents only')
    .optional(),
  /** Timeout of a Deep Dive, including all of its requests. */
  WIKIPEDIA_TIMEOUT_MS: milliseconds(100, 65_000, 15_000),

  /** A secret. Any value will do for endpoints that need no key. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Any endpoint with the Responses API. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini'),
  /** `auto` uses web search unless the endpoint rejects it. Without web search there are no sources. */
  OPENAI_WEB_SEARCH: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Timeout of a Deep Dive, including retries; callers wait for up to 72 s. */
  OPENAI_TIMEOUT_MS: milliseconds(100, 65_000, 45_000),
  OPENAI_MAX_OUTPUT_TOKENS: z.coerce.number().int().min(64).max(16_000).default(900),

  /** Age from which a requested Deep Dive is rewritten. */
  INSIGHTS_MAX_AGE_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** New Deep Dives per user and day (UTC), at most a network's limit. Reading stored ones is not limited. */
  INSIGHTS_PER_USER_PER_DAY: perDay(20),
  /** The same per network; its IPv6 block may use twice as many. Default: a tenth of INSIGHTS_PER_DAY. */
  INSIGHTS_PER_NETWORK_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).optional(),
  /** New Deep Dives of all users per day (UTC). */
  INSIGHTS_PER_DAY: perDay(1_000),
  /** How long the lease of a crashed process prevents others from writing the same Deep Dive. */
  INSIGHTS_LEASE_MS: milliseconds(300, 60_000, 10_000),

  /** Classifies with the model if there is a key. The lexicon does it otherwise, above the limit and after errors. */
  INSIGHTS_CLASSIFY_WITH_MODEL: z.stringbool().default(true),
  /** Polls that the model classifies per day (UTC). */
  INSIGHTS_CLASSIFICATIONS_PER_DAY: perDay(2_000),
  /** Polls that one process classifies concurrently. */
  INSIGHTS_CLASSIFY_CONCURRENCY: z.coerce.number().int().min(1).max(8).default(3),
  /** Interval at which an idle process looks for new polls. */
  INSIGHTS_CLASSIFY_SWEEP_MS: milliseconds(10, 60_000, 500),
});
export type InsightsConfig = z.infer<typeof InsightsConfig>;
