/** The figures of a run, as lines for people. */
import { countOf } from './traffic.mjs';

const ms = (/** @type {number | undefined} */ value) =>
  value === undefined ? '-' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** @param {import('./traffic.mjs').Traffic} traffic @returns {string[]} */
export function reportLines(traffic) {
  const { metrics } = traffic;
  const requests = metrics.http_reqs?.values ?? { count: 0, rate: 0 };
  const line = (/** @type {string} */ name, /** @type {string} */ metric) => {
    const values = metrics[metric]?.values;
    return values?.count
      ? [
          `${name}: p50 ${ms(values.med)}, p95 ${ms(values['p(95)'])}, p99 ${ms(values['p(99)'])}, longest ${ms(values.max)}`,
        ]
      : [];
  };
  return [
    `Requests: ${requests.count}, ${Math.round(requests.rate)} a second; ${countOf(traffic, 'answers_unavailable')} answered 503, ${countOf(traffic, 'answers_wrong')} wrong.`,
    ...line('Reads', 'http_req_duration{kind:read}'),
    ...line('Writes', 'http_req_duration{kind:write}'),
    ...missedLines(metrics),
  ];
}

/** @param {Record<string, any>} metrics */
const missedLines = (metrics) =>
  Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds)
      .filter(([, { ok }]) => !ok)
      .map(([rule]) => `Missed: ${name} ${rule}`),
  );
