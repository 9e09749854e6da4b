/** The figures of a run, as lines for people. */
import { countOf, type Metrics, type Traffic } from './traffic.mts';

const ms = (value: number | undefined) =>
  value === undefined ? '-' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

export function reportLines(traffic: Traffic): string[] {
  const { metrics } = traffic;
  const requests = metrics.http_reqs?.values ?? { count: 0, rate: 0 };
  const line = (name: string, metric: string) => {
    const values = metrics[metric]?.values;
    if (!values?.count) return [];
    const [p50, p95, p99, max] = [values.med, values['p(95)'], values['p(99)'], values.max].map(ms);
    return [`${name}: p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${max}`];
  };
  return [
    `Requests: ${requests.count}, ${Math.round(requests.rate)} a second; ` +
      `${countOf(traffic, 'answers_unavailable')} answered 503, ${countOf(traffic, 'answers_wrong')} wrong.`,
    ...line('Reads', 'http_req_duration{kind:read}'),
    ...line('Writes', 'http_req_duration{kind:write}'),
    ...missedLines(metrics),
  ];
}

const missedLines = (metrics: Metrics) =>
  Object.entries(metrics).flatMap(([name, metric]) =>
    Object.entries(metric?.thresholds ?? {})
      .filter(([, { ok }]) => !ok)
      .map(([rule]) => `Missed: ${name} ${rule}`),
  );
