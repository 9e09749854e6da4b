// What a community does: mostly reading, every fourth time a vote, some likes and comments; without a pause.
import { anything } from './actions.js';
import { durationMs, summaryTrendStats, thresholds, vus } from './settings.js';

export { handleSummary } from './settings.js';
export const options = {
  summaryTrendStats,
  thresholds,
  scenarios: { mixed: { executor: 'constant-vus', vus, duration: `${durationMs}ms`, gracefulStop: '15s' } },
};

export default anything;
