import { STEPS, type Outcome } from './run.mts';

type Sample = [labels: string, value: number];

/** The probe's metrics in Prometheus' text format. Before the first run there are none, and an alert reports that. */
export class ProbeMetrics {
  readonly #runs = { success: 0, failure: 0 };
  #requests = 0;
  #lastSuccess = 0;
  #lastRun = 0;
  #last: Outcome | undefined;

  /** @param now milliseconds since 1970 */
  note(outcome: Outcome, now: number): void {
    this.#last = outcome;
    this.#lastRun = now;
    this.#requests += outcome.requests;
    this.#runs[outcome.failed ? 'failure' : 'success'] += 1;
    if (!outcome.failed) this.#lastSuccess = now;
  }

  text(): string {
    if (!this.#last) return '';
    const { failed, seconds, durations, certificateEnd } = this.#last;
    const failures = STEPS.map((step): Sample => [`{step="${step}"}`, step === failed ? 1 : 0]);
    return [
      gauge('inkling_probe_success', 'Whether the last run came to its end: 1 or 0', [['', failed ? 0 : 1]]),
      gauge('inkling_probe_duration_seconds', 'Time of the last run', [['', seconds]]),
      gauge('inkling_probe_step_duration_seconds', 'Time of each step of the last run', labelled('step', durations)),
      gauge('inkling_probe_step_failed', 'Whether the last run failed at a step: 1 or 0', failures),
      instant('inkling_probe_last_run_timestamp_seconds', 'End of the last run', this.#lastRun),
      counter('inkling_probe_runs_total', 'Runs by outcome', labelled('outcome', this.#runs)),
      counter('inkling_probe_requests_total', 'Requests that the probe has sent', [['', this.#requests]]),
      instant('inkling_probe_last_success_timestamp_seconds', 'End of the last good run', this.#lastSuccess),
      instant('inkling_probe_certificate_expiry_timestamp_seconds', 'End of the certificate', certificateEnd),
    ].join('');
  }
}

const labelled = (label: string, values: Record<string, number>) =>
  Object.entries(values).map(([name, value]): Sample => [`{${label}="${name}"}`, value]);

const metric = (type: string) => (name: string, help: string, samples: Sample[]) => {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`).join('');
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines}`;
};
const gauge = metric('gauge');
const counter = metric('counter');

/** Nothing as long as there is no such moment. */
const instant = (name: string, help: string, milliseconds: number | undefined) =>
  milliseconds ? gauge(name, help, [['', milliseconds / 1_000]]) : '';
