import { STEPS } from './run.mjs';

/**
 * The probe's figures in Prometheus' text format. Without a run there are none: an absent figure is an alert of its
 * own.
 */
export class ProbeMetrics {
  #runs = { success: 0, failure: 0 };
  #requests = 0;
  #lastSuccess = 0;
  /** @type {import('./run.mjs').Outcome | undefined} */
  #last;
  #lastRun = 0;

  /** @param {import('./run.mjs').Outcome} outcome @param {number} now milliseconds since 1970 */
  note(outcome, now) {
    this.#last = outcome;
    this.#lastRun = now;
    this.#requests += outcome.requests;
    this.#runs[outcome.failed ? 'failure' : 'success'] += 1;
    if (!outcome.failed) this.#lastSuccess = now;
  }

  /** @returns {string} */
  text() {
    const last = this.#last;
    if (!last) return '';
    const figures = [
      ['inkling_probe_success', 'gauge', 'Whether the last run came to its end: 1 or 0', [['', last.failed ? 0 : 1]]],
      ['inkling_probe_duration_seconds', 'gauge', 'Time of the last run', [['', last.seconds]]],
      ['inkling_probe_step_duration_seconds', 'gauge', 'Time of each step of the last run', labelled(last.durations)],
      ['inkling_probe_step_failed', 'gauge', 'Whether the last run failed at a step: 1 or 0', failures(last.failed)],
      ['inkling_probe_last_run_timestamp_seconds', 'gauge', 'End of the last run', [['', this.#lastRun / 1_000]]],
      ['inkling_probe_runs_total', 'counter', 'Runs by outcome', labelled(this.#runs, 'outcome')],
      ['inkling_probe_requests_total', 'counter', 'Requests that the probe has sent', [['', this.#requests]]],
    ];
    if (this.#lastSuccess > 0) {
      const samples = [['', this.#lastSuccess / 1_000]];
      figures.push(['inkling_probe_last_success_timestamp_seconds', 'gauge', 'End of the last good run', samples]);
    }
    if (last.certificateEnd !== undefined) {
      const samples = [['', last.certificateEnd / 1_000]];
      figures.push(['inkling_probe_certificate_expiry_timestamp_seconds', 'gauge', 'End of the certificate', samples]);
    }
    return figures.map(written).join('');
  }
}

const labelled = (values, label = 'step') =>
  Object.entries(values).map(([name, value]) => [`{${label}="${name}"}`, value]);
const failures = (failed) => STEPS.map((step) => [`{step="${step}"}`, step === failed ? 1 : 0]);
const written = ([name, type, help, samples]) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(([labels, value]) => `${name}${labels} ${value}\n`).join('')}`;
