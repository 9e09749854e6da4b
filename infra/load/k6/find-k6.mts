/** Where k6 comes from: K6, the PATH, `go run` of the pinned version, or its container. */
import { execFile, spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { LaunchFailure } from '../../local/failure.mjs';

const VERSION = 'v1.8.1';
const MODULE = `go.k6.io/k6@${VERSION}`;
const IMAGE = `grafana/k6:${VERSION.slice(1)}`;
/** The oldest that has what the scripts use. */
const LEAST_MAJOR = 1;

export interface K6 {
  /** For people. */
  name: string;
  command: string;
  /** Arguments in front of k6's own; `folders` must be readable, the last one writable. */
  before: (folders: string[]) => string[];
}

/** @throws {LaunchFailure} when there is none and none can be had */
export async function findK6(env: NodeJS.ProcessEnv = process.env): Promise<K6> {
  if (env.K6) {
    await acceptable(env.K6, `K6 is ${env.K6}, which`);
    return { name: env.K6, command: env.K6, before: () => [] };
  }
  if (await output('k6', ['version'])) {
    await acceptable('k6', 'the k6 on the PATH');
    return { name: 'k6', command: 'k6', before: () => [] };
  }
  if (await output('go', ['version']))
    return { name: `go run ${MODULE}`, command: 'go', before: () => ['run', MODULE] };
  if (await output('docker', ['version', '--format', '{{.Server.Version}}']))
    return { name: `container ${IMAGE}`, command: 'docker', before: inContainer };
  throw new LaunchFailure(
    'There is no k6: install it (https://k6.io), name it with K6, or have Go or a container engine here. ' +
      `Version ${VERSION} is known to work.`,
  );
}

async function acceptable(command: string, what: string) {
  const said = await output(command, ['version']);
  const major = /\bv(\d+)\./.exec(said ?? '')?.[1];
  if (major === undefined || Number(major) < LEAST_MAJOR)
    throw new LaunchFailure(`${what} is not k6 ${LEAST_MAJOR}.0 or newer${said ? ` but says ${said.trim()}` : ''}.`);
}

/**
 * On the host's network, so that localhost is the same place; as the same user, so that files can be read and
 * written.
 */
function inContainer(folders: readonly string[]) {
  const { uid, gid } = userInfo();
  const mounts = folders.flatMap((folder, index) => [
    '-v',
    `${folder}:${folder}${index === folders.length - 1 ? '' : ':ro'}`,
  ]);
  return [
    'run',
    '--rm',
    '-i',
    '--network',
    'host',
    '--user',
    `${uid}:${gid}`,
    ...mounts,
    '-e',
    'INKLING_LOAD',
    '-e',
    'INKLING_SUMMARY',
    IMAGE,
  ];
}

/** @returns undefined where it cannot be run */
async function output(command: string, args: string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)(command, args, { timeout: 20_000 })).stdout;
  } catch {
    return undefined;
  }
}

/**
 * Runs k6.
 * @returns code 99: a threshold was missed; `said`: what a quiet one printed, its end
 */
export function runK6(
  k6: K6,
  {
    script,
    folders,
    env,
    args = [],
    quiet = false,
    timeoutMs,
  }: {
    script: string;
    folders: string[];
    env: Record<string, string>;
    args?: string[];
    quiet?: boolean;
    timeoutMs: number;
  },
): Promise<{ code: number | null; said: string }> {
  const own = [
    'run',
    '--no-usage-report',
    '--no-color',
    ...(quiet || !process.stdout.isTTY ? ['--quiet'] : []),
    ...args,
    script,
  ];
  const child = spawn(k6.command, [...k6.before(folders), ...own], {
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said = (said + data).slice(-8_000)));
  const end = () => child.kill('SIGTERM');
  const timer = setTimeout(end, timeoutMs);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, end);
      resolve({ code, said });
    });
  });
}
