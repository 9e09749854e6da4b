// A steady rate for a long time: what leaks, fills up or grows slow shows here.
import { anything } from './actions.js';
import { durationMs, limits, rate, summaryTrendStats, thresholds, vus } from './settings.js';

export { handleSummary } from './settings.js';
export const options = {
  summaryTrendStats,
  thresholds: {
    ...thresholds,
    dropped_iterations: [`count<=${Math.ceil(((rate * durationMs) / 1_000) * limits.failed)}`],
  },
  scenarios: {
    soak: {
      executor: 'constant-arrival-rate',
      rate,
      timeUnit: '1s',
      duration: `${durationMs}ms`,
      preAllocatedVUs: vus,
      maxVUs: vus,
      gracefulStop: '15s',
    },
  },
};

export default anything;
