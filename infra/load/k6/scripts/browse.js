// Reading alone: feed, polls, comments, notifications, search. As many virtual users as asked for, without a pause.
import { browse, lookAround } from './actions.js';
import { durationMs, summaryTrendStats, thresholds, vus } from './settings.js';

export { handleSummary } from './settings.js';
export const options = {
  summaryTrendStats,
  thresholds,
  scenarios: { browse: { executor: 'constant-vus', vus, duration: `${durationMs}ms`, gracefulStop: '15s' } },
};

export default function readers() {
  if (Math.random() < 0.75) browse();
  else lookAround();
}
