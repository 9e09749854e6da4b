// The same as mixed, at a rate that leaps to ten times for a third of the time and falls again: people do not wait for
// one another.
import { anything } from './actions.js';
import { durationMs, rate, summaryTrendStats, thresholds, vus } from './settings.js';

export { handleSummary } from './settings.js';
const third = Math.round(durationMs / 3);
const LEAP_MS = 1_000;
const FACTOR = 10;
export const options = {
  summaryTrendStats,
  thresholds: { ...thresholds, dropped_iterations: [`count<=${Math.ceil((rate * FACTOR * third) / 1_000 / 20)}`] },
  scenarios: {
    spike: {
      executor: 'ramping-arrival-rate',
      startRate: rate,
      timeUnit: '1s',
      preAllocatedVUs: vus,
      maxVUs: vus,
      stages: [
        { target: rate, duration: `${third}ms` },
        { target: rate * FACTOR, duration: `${LEAP_MS}ms` },
        { target: rate * FACTOR, duration: `${third}ms` },
        { target: rate, duration: `${LEAP_MS}ms` },
        { target: rate, duration: `${third}ms` },
      ],
      gracefulStop: '15s',
    },
  },
};

export default anything;
