import { ConfigError } from '@inkling/platform';
import type { InsightsConfig } from '../config.js';

type Chosen = NonNullable<InsightsConfig['INSIGHTS_PROVIDER']>;

/**
 * Where Deep Dives come from; a model reads polls at all only where that is `openai`.
 * @throws ConfigError where a model is asked for and no key is set
 */
export function chosenProvider(config: InsightsConfig): Chosen {
  if (config.INSIGHTS_PROVIDER === 'openai' && !config.OPENAI_API_KEY) {
    throw new ConfigError('insights: INSIGHTS_PROVIDER=openai needs OPENAI_API_KEY');
  }
  return config.INSIGHTS_PROVIDER ?? (config.OPENAI_API_KEY ? 'openai' : 'wikipedia');
}
