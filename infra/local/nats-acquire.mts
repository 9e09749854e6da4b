import { execFile } from 'node:child_process';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure, reasonOf } from './failure.mjs';
import { fetchOnce } from './fetch-once.mjs';
import { findProgram, programFolders } from './find-program.mts';
import { NATS_RELEASE } from './nats-release.mts';
import { WAYS, type Way } from './nats-ways.mts';
import { TOOLS } from './paths.mjs';
import { parseVersion } from './version.mjs';

const run = promisify(execFile);
const ADVICE = 'install nats-server (Debian and Ubuntu: apt install nats-server; macOS: brew install nats-server)';

/** Where a NATS server comes from. */
export type NatsSource =
  | { kind: 'binary'; path: string; version: readonly number[] }
  | { kind: 'container'; engine: string; image: string; version: readonly number[] };

/**
 * Finds a NATS server, or fetches one without installing anything. Any number of processes may ask at once, and one
 * of them fetches.
 * @throws {LaunchFailure} with what was tried, what each try answered, and what to install
 */
export async function acquireNats({
  tools = TOOLS,
  folders = programFolders(),
  ways = WAYS,
  report = () => {},
  signal,
}: {
  /** Folder for what is fetched. */
  tools?: string;
  /** Where programs are looked for. */
  folders?: readonly string[];
  /** Tried in this order. */
  ways?: readonly Way[];
  report?: (line: string) => void;
  /** Ends a fetch. */
  signal?: AbortSignal;
} = {}): Promise<NatsSource> {
  const installed = findProgram('nats-server', folders);
  const found = installed && (await asBinary(installed));
  if (found) return found;
  const onPath = installed ? `${installed} does not run` : 'no nats-server';
  // Each pinned version is fetched into its own folder, and so is that of another kind of machine.
  const name = `nats-server-${NATS_RELEASE.version}-${process.platform}-${process.arch}`;
  const fetch = (folder: string) =>
    fetchByOneOf(ways, { folder, folders, report, signal, tried: [`the PATH: ${onPath}`] });
  const isComplete = async (folder: string) => Boolean(await readSource(folder));
  const source = await readSource(await fetchOnce({ tools, name, isComplete, fetch, report, signal }));
  if (!source) throw new LaunchFailure(`The NATS server that was fetched is gone: ${ADVICE}, or set NATS_URL.`);
  return source;
}

/** Tries one way after the other until one works. */
async function fetchByOneOf(
  ways: readonly Way[],
  {
    folder,
    folders,
    report,
    signal,
    tried,
  }: {
    folder: string;
    folders: readonly string[];
    report: (line: string) => void;
    signal?: AbortSignal;
    tried: string[];
  },
) {
  const find = (program: string) => findProgram(program, folders);
  for (const { label, missing, fetch } of ways) {
    const lack = missing(find);
    if (lack) {
      tried.push(`${label}: ${lack}`);
      continue;
    }
    report(`Fetching nats-server (${label}) ...`);
    try {
      await fetch(folder, find, signal);
      if (await readSource(folder)) return;
      tried.push(`${label}: what it brings does not run on this machine`);
    } catch (error) {
      signal?.throwIfAborted();
      tried.push(`${label}: ${shortly(error)}`);
    }
    for (const file of await readdir(folder)) await rm(join(folder, file), { recursive: true, force: true });
  }
  throw new LaunchFailure(`No NATS server: ${ADVICE}, or set NATS_URL.`, {
    detail: ['A NATS server was looked for:', ...tried.map((line) => `  ${line}`)].join('\n'),
  });
}

/** @returns what an earlier fetch left in a folder, if it can be used */
async function readSource(folder: string): Promise<NatsSource | undefined> {
  const text = await readFile(join(folder, 'container.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return asBinary(join(folder, 'nats-server'));
  const { engine, image } = JSON.parse(text);
  const isThere = await run(engine, ['image', 'inspect', image], { timeout: 15_000 }).then(
    () => true,
    () => false,
  );
  return isThere ? { kind: 'container', engine, image, version: parseVersion(NATS_RELEASE.version) ?? [] } : undefined;
}

async function asBinary(path: string) {
  const output = await run(path, ['--version'], { timeout: 10_000 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => '',
  );
  const version = parseVersion(output);
  return version && { kind: 'binary' as const, path, version };
}

/** The last line that a program printed explains its failure best. */
function shortly(error: unknown) {
  const { stderr = '', killed = false } = error as { stderr?: string; killed?: boolean };
  const words = stderr.trim().split('\n').at(-1) || reasonOf(error).split('\n')[0];
  return killed ? `it took too long (${words})` : words;
}
