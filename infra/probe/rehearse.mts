/**
 * Stops parts of a running compose project one after another and measures when the probe notices, and with --alerts
 * which pages Prometheus then has. Services that the probe does not need are noticed by their alert alone. For an
 * installation that is there for tests: its users are disturbed.
 *
 *     node infra/probe/rehearse.mjs --compose [--project inkling] [--env-file .env] [--parts nginx,polls] [--alerts]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LaunchFailure } from '../local/failure.mjs';
import { docker, Project } from '../docker/faults/project.mts';
import { SERVICES } from '../secrets/variables.mts';

/** What a run of the probe needs. */
const NEEDED = ['nginx', 'gateway', 'auth', 'polls', 'postgres', 'nats'];
/** Every other service: the probe succeeds without them. */
const BESIDE = SERVICES.filter((name) => !NEEDED.includes(name));
const PARTS = [...NEEDED, ...BESIDE];
/** The text of a page of the inner network. */
type Ask = (url: string) => Promise<string>;

/** What the runbook promises. */
const NOTICED_MS = 90_000;
const ALERT_MS = 240_000;
const RECOVERED_MS = 180_000;

/** `node infra/probe/rehearse.mjs`. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      compose: { type: 'boolean' },
      project: { type: 'string', default: 'inkling' },
      'env-file': { type: 'string' },
      parts: { type: 'string' },
      alerts: { type: 'boolean' },
    },
  });
  if (!values.compose)
    throw new LaunchFailure('This stops parts of a running installation: say --compose to name it as the one.');
  const parts = values.parts?.split(',') ?? (values.alerts ? PARTS : NEEDED);
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown) throw new LaunchFailure(`--parts takes ${PARTS.join(', ')}`);
  const beside = parts.filter((part) => BESIDE.includes(part));
  if (beside.length > 0 && !values.alerts)
    throw new LaunchFailure(`The probe does not need ${beside.join(', ')}: only --alerts notices their loss.`);
  const project = await Project.find({ project: values.project, envFile: values['env-file'] });
  const [probe] = await project.containers('probe', { running: true });
  if (!probe) throw new LaunchFailure('No probe runs: start the profile observability.');
  const ask: Ask = (url) => askInside(probe, url);
  await until(
    async () => (await outcome(ask)).success === 1,
    RECOVERED_MS,
    'The probe does not succeed to begin with.',
  );
  let late = false;
  for (const part of parts.filter((name) => NEEDED.includes(name))) {
    const ids = await project.containers(part, { running: true });
    // Right after a good run, which is the longest that it can take.
    const began = Date.now();
    const seconds = () => Math.round((Date.now() - began) / 1_000);
    const stopping = project.stop(ids, true);
    try {
      await stopping;
      const step = await until(async () => (await outcome(ask)).failed, NOTICED_MS, '').catch(() => undefined);
      late ||= step === undefined;
      console.log(
        `${part}: ${step ? `noticed after ${seconds()} s, at ${step}` : `not noticed in ${NOTICED_MS / 1_000} s`}`,
      );
      if (values.alerts) await reportPages(ask, part, seconds);
    } finally {
      await project.start(ids);
    }
    const again = Date.now();
    await until(
      async () => (await outcome(ask)).success === 1,
      RECOVERED_MS,
      `After ${part} the probe does not succeed again.`,
    );
    console.log(`${part}: well again ${Math.round((Date.now() - again) / 1_000)} s after it was started`);
  }
  if (beside.length > 0) await loseBeside(project, beside, ask);
  if (late) process.exitCode = 1;
}

interface Page {
  alertname: string;
  service?: string;
}

/** Pages that sound in Prometheus, whether or not Alertmanager holds them back. */
async function pagesNow(ask: Ask): Promise<Page[]> {
  const query = encodeURIComponent('ALERTS{alertstate="firing", severity="page"}');
  const { data } = JSON.parse(await ask(`http://prometheus:9090/api/v1/query?query=${query}`));
  return data.result.map(({ metric }: { metric: Page }) => metric);
}

async function reportPages(ask: Ask, part: string, seconds: () => number) {
  const pages = await until(
    async () => {
      const names = (await pagesNow(ask)).map(({ alertname }) => alertname);
      return names.length > 0 ? [...new Set(names)] : undefined;
    },
    ALERT_MS,
    `${part}: no page in ${ALERT_MS / 1_000} s.`,
  );
  console.log(`${part}: ${pages.join(', ')} after ${seconds()} s`);
}

/** Stops these services together. People vote without them, so a page has to name each. */
async function loseBeside(project: Project, services: string[], ask: Ask) {
  const ids = (await Promise.all(services.map((name) => project.containers(name, { running: true })))).flat();
  const isOfThem = ({ service }: Page) => service !== undefined && services.includes(service);
  const silent = async () => !(await pagesNow(ask)).some(isOfThem);
  await until(silent, ALERT_MS, `An earlier page of ${services.join(', ')} still sounds.`);
  const began = Date.now();
  const named = new Set<string | undefined>();
  await project.stop(ids, true);
  try {
    await until(
      async () => {
        for (const { alertname, service } of (await pagesNow(ask)).filter(isOfThem)) {
          if (named.has(service)) continue;
          named.add(service);
          console.log(`${service}: ${alertname} after ${Math.round((Date.now() - began) / 1_000)} s`);
        }
        return named.size === services.length;
      },
      ALERT_MS,
      `No page named ${services.join(', ')} in ${ALERT_MS / 1_000} s.`,
    );
    const { failed } = await outcome(ask);
    if (failed) throw new LaunchFailure(`Without ${services.join(', ')} the probe fails at ${failed}.`);
  } finally {
    await project.start(ids);
  }
}

async function outcome(ask: Ask) {
  const text = await ask('http://127.0.0.1:9115/metrics').catch(() => '');
  const success = /^inkling_probe_success ([01])$/m.exec(text)?.[1];
  const failed = /^inkling_probe_step_failed\{step="([\w-]+)"\} 1$/m.exec(text)?.[1];
  return { success: success === undefined ? undefined : Number(success), failed };
}

/** A page of the inner network, which only its containers reach. */
function askInside(container: string, url: string) {
  const script = `fetch(${JSON.stringify(url)}).then(async (a) => console.log(await a.text()))`;
  return docker('exec', container, 'node', '-e', script);
}

async function until<T>(look: () => Promise<T | undefined | false>, limitMs: number, otherwise: string) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new LaunchFailure(otherwise);
    await delay(1_000);
  }
}
