import { z } from 'zod';

const perDay = (fallback: number) => z.coerce.number().int().min(0).max(1_000_000).default(fallback);
const milliseconds = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/**
 * Environment particular to insights. Without a key Deep Dives are passages from Wikipedia, and polls are classified by
 * the lexicon.
 */
export const InsightsConfig = z.object({
  /** Where Deep Dives come from. Not set: `openai` with a key, `wikipedia` without. `off` offers none. */
  INSIGHTS_PROVIDER: z.enum(['openai', 'wikipedia', 'off']).optional(),
  /** How often an idle process looks whether its source can be reached; where it cannot, Deep Dive is not offered. */
  INSIGHTS_PROBE_MS: milliseconds(50, 3_600_000, 60_000),

  /** The wiki in a language, `{language}` standing for its code; a mirror has another host. */
  WIKIPEDIA_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://{language}.wikipedia.org'),
  /** An address or a page by which Wikipedia's operators reach who runs this installation; they ask for one. */
  WIKIPEDIA_CONTACT: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]+$/, 'goes into a header: Latin letters without accents only')
    .optional(),
  /** For the whole of one Deep Dive, all of its requests together. */
  WIKIPEDIA_TIMEOUT_MS: milliseconds(100, 65_000, 15_000),

  /** A secret. Endpoints that ask for none still need some value here. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Any endpoint that speaks the Responses API. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini'),
  /** `auto` uses web search until the endpoint says that it has none; only web search yields sources. */
  OPENAI_WEB_SEARCH: z.enum(['auto', 'on', 'off']).default('auto'),
  /** For the whole of one Deep Dive, retries included; callers are kept waiting for up to 72 s. */
  OPENAI_TIMEOUT_MS: milliseconds(100, 65_000, 45_000),
  OPENAI_MAX_OUTPUT_TOKENS: z.coerce.number().int().min(64).max(16_000).default(900),

  /** Age after which a Deep Dive that is asked for is written anew. */
  INSIGHTS_MAX_AGE_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Deep Dives that one user may cause in a day (UTC), at most a network's; what is stored already costs nothing. */
  INSIGHTS_PER_USER_PER_DAY: perDay(20),
  /** The same for one network, whose IPv6 block may use twice as many; not set, a tenth of everyone's. */
  INSIGHTS_PER_NETWORK_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).optional(),
  /** Deep Dives of everyone together in a day (UTC). */
  INSIGHTS_PER_DAY: perDay(1_000),
  /** How long a process that has died keeps others from writing the same Deep Dive. */
  INSIGHTS_LEASE_MS: milliseconds(300, 60_000, 10_000),

  /** Classify with the model where there is a key; otherwise, beyond the ceiling and on errors the lexicon does it. */
  INSIGHTS_CLASSIFY_WITH_MODEL: z.stringbool().default(true),
  /** Polls that the model classifies in a day (UTC). */
  INSIGHTS_CLASSIFICATIONS_PER_DAY: perDay(2_000),
  /** Polls that one process classifies at a time. */
  INSIGHTS_CLASSIFY_CONCURRENCY: z.coerce.number().int().min(1).max(8).default(3),
  /** How often an idle process looks for new polls. */
  INSIGHTS_CLASSIFY_SWEEP_MS: milliseconds(10, 60_000, 500),
});
export type InsightsConfig = z.infer<typeof InsightsConfig>;
