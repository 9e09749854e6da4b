import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, type Child, type ChildSpec } from './children.mts';
import { LaunchFailure } from './failure.mjs';
import { followLog, lastWords } from './logs.mts';
import { ROOT, type DataPaths } from './paths.mjs';

const GRACE_MS = 28_000;
const READY_TIMEOUT_MS = 60_000;
const EXIT_WITH_PARENT = join(import.meta.dirname, 'exit-with-parent.mjs');

/** One application process that can be started any number of times. */
export interface Application {
  /** Of its log. */
  name: string;
  label: string;
  start: () => Promise<{ child: Child; logFrom: number }>;
}

/** All services and the gateway in one process. */
export function oneProcess(environments: Record<string, NodeJS.ProcessEnv>, paths: DataPaths): Application[] {
  const spec = {
    name: 'inkling',
    command: process.execPath,
    args: ['--enable-source-maps', join(import.meta.dirname, 'all-in-one.mjs')],
  };
  return [application(spec, 'Inkling', paths, environments)];
}

/** One process per service, the gateway last. */
export function manyProcesses(environments: Record<string, NodeJS.ProcessEnv>, paths: DataPaths): Application[] {
  return Object.entries(environments).map(([name, env]) => {
    const folder = name === 'gateway' ? join(ROOT, 'gateway') : join(ROOT, 'services', name);
    return application(
      {
        name,
        command: process.execPath,
        args: ['--enable-source-maps', '--import', EXIT_WITH_PARENT, join(folder, 'dist', 'main.js')],
        env,
      },
      name,
      paths,
    );
  });
}

function application(
  spec: Pick<ChildSpec, 'name' | 'command' | 'args' | 'env'>,
  label: string,
  paths: DataPaths,
  message?: object,
): Application {
  const log = join(paths.logs, `${spec.name}.log`);
  return {
    name: spec.name,
    label,
    start: async () => {
      const logFrom = existsSync(log) ? statSync(log).size : 0;
      const child = startChild({ ...spec, cwd: ROOT, ipc: true, graceMs: GRACE_MS }, paths);
      if (message) child.send(message);
      return { child, logFrom };
    },
  };
}

/** @param all everything, or only warnings and errors */
export function showLogs(applications: Application[], paths: DataPaths, all: boolean): () => void {
  const prefix = (name: string) => (all && applications.length > 1 ? `${name.padEnd(13)} | ` : '');
  const stops = applications.map(({ name }) =>
    followLog(join(paths.logs, `${name}.log`), { all, prefix: prefix(name), write: (line) => console.log(line) }),
  );
  return () => stops.forEach((stop) => stop());
}

/**
 * Waits until the gateway says that every part is ready.
 * @throws {LaunchFailure} when a process ends before, or time is up
 */
export async function untilReady(
  port: number,
  started: { application: Application; child: Child; logFrom: number }[],
  paths: DataPaths,
  signal: AbortSignal,
) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let answer = 'no answer';
  while (!signal.aborted) {
    for (const {
      application: { name, label },
      child,
      logFrom,
    } of started) {
      if (child.running()) continue;
      const log = join(paths.logs, `${name}.log`);
      throw new LaunchFailure(`${label} does not start. Its log is ${log}.`, { detail: lastWords(log, logFrom) });
    }
    try {
      const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(5_000) });
      if (response.status === 200) return;
      answer = `${response.status} ${(await response.text()).slice(0, 300)}`;
    } catch {
      // It does not listen yet.
    }
    if (Date.now() > deadline)
      throw new LaunchFailure(
        `Inkling is not ready after ${READY_TIMEOUT_MS / 1_000} s (${answer}). The logs are in ${paths.logs}.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
