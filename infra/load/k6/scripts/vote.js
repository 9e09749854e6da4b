// Votes alone, each of another (user, poll) pair, without a pause.
import { sleep } from 'k6';
import { vote } from './actions.js';
import { durationMs, summaryTrendStats, thresholds, vus } from './settings.js';

export { handleSummary } from './settings.js';
export const options = {
  summaryTrendStats,
  thresholds: { ...thresholds, ballots_used_up: ['count==0'] },
  scenarios: { vote: { executor: 'constant-vus', vus, duration: `${durationMs}ms`, gracefulStop: '15s' } },
};

export default function voters() {
  if (!vote()) sleep(1);
}
