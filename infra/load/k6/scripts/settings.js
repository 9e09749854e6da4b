// What load.mjs hands over: where, who, which polls, for how long. k6 runs this once per virtual user.
const given = JSON.parse(open(__ENV.INKLING_LOAD));

export const { origin, users, polls, optionCount, vus, durationMs, rate, limits, ledger } = given;

/** Summary that load.mjs reads: all metrics by name, as JSON in the file that it named. */
export function handleSummary(data) {
  return { [__ENV.INKLING_SUMMARY]: JSON.stringify(data.metrics) };
}

/** Thresholds that every kind of load has. */
export const thresholds = {
  http_req_failed: [`rate<=${limits.failed}`],
  'http_req_duration{kind:read}': [`p(95)<${limits.p95}`],
  'http_req_duration{kind:write}': [`p(95)<${limits.p95}`],
  checks: [`rate>=${1 - limits.failed}`],
};

export const summaryTrendStats = ['avg', 'min', 'med', 'p(90)', 'p(95)', 'p(99)', 'max', 'count'];
