import { expect, it } from '@jest/globals';
import { InsightsConfig } from '../config.js';
import type { Provider } from '../provider/provider.js';
import type { Quotas } from '../provider/quotas.js';
import { ModelClassifier } from './model-classifier.js';

const isAsked = (env: Record<string, string>): boolean => {
  const config = InsightsConfig.parse({ OPENAI_API_KEY: 'spec', ...env });
  return new ModelClassifier({ configured: true } as Provider, {} as Quotas, config).enabled;
};

it('never sends polls to a model if another source is configured, even if there is a key', () => {
  expect([isAsked({}), isAsked({ INSIGHTS_PROVIDER: 'openai' })]).toEqual([true, true]);
  expect([isAsked({ INSIGHTS_PROVIDER: 'wikipedia' }), isAsked({ INSIGHTS_PROVIDER: 'off' })]).toEqual([false, false]);
  expect(isAsked({ INSIGHTS_CLASSIFY_WITH_MODEL: 'false' })).toBe(false);
});
