import { ConfigError } from '@inkling/platform';
import type { InsightsConfig } from '../config.js';

type Chosen = NonNullable<InsightsConfig['INSIGHTS_PROVIDER']>;

/**
 * The source of Deep Dives. Polls are only sent to a model if this is `openai`.
 * @throws ConfigError if `openai` is configured without a key
 */
export function chosenProvider(config: InsightsConfig): Chosen {
  if (config.INSIGHTS_PROVIDER === 'openai' && !config.OPENAI_API_KEY) {
    throw new ConfigError('insights: INSIGHTS_PROVIDER=openai needs OPENAI_API_KEY');
  }
  return config.INSIGHTS_PROVIDER ?? (config.OPENAI_API_KEY ? 'openai' : 'wikipedia');
}
