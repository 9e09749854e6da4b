import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, identify } from './process-identity.mjs';

const LOG_ROTATE_BYTES = 20 * 1024 * 1024;

export interface ChildSpec {
  /** Names the log and the run file. */
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Opens a channel; its end shows the child that this process is gone. */
  ipc?: boolean;
  stopSignal?: NodeJS.Signals;
  /** After which it is killed. */
  graceMs?: number;
}

export interface Child {
  name: string;
  pid: number;
  exited: Promise<{ code: number | null; signal: string | null }>;
  running: () => boolean;
  /** Over the channel of a child with `ipc`. */
  send: (message: object) => void;
  stop: () => Promise<void>;
}

/**
 * Starts a process with its own log file. A file in the run folder records it, so that a later start finds it even if
 * this process is killed. It gets its own session: Ctrl-C reaches only the launcher, which stops its children in order.
 * @returns a child that has ended with code 1 when the program cannot be started
 */
export function startChild(spec: ChildSpec, folders: { logs: string; run: string }): Child {
  const runFile = join(folders.run, `${spec.name}.json`);
  const log = openLog(join(folders.logs, `${spec.name}.log`));
  const child = spawn(spec.command, spec.args, {
    env: spec.env ?? process.env,
    cwd: spec.cwd,
    uid: spec.uid,
    gid: spec.gid,
    detached: true,
    stdio: spec.ipc ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
  });
  closeSync(log);
  let running = true;
  const exited: Child['exited'] = new Promise((resolve) => {
    child.once('error', () => {
      running = false;
      resolve({ code: 1, signal: null });
    });
    child.once('exit', (code, signal) => {
      running = false;
      rmSync(runFile, { force: true });
      resolve({ code, signal });
    });
  });
  if (child.pid === undefined)
    return { name: spec.name, pid: 0, exited, running: () => false, send: () => {}, stop: async () => {} };
  const identity = identify(child.pid);
  const stopSignal = spec.stopSignal ?? 'SIGTERM';
  writeFileSync(runFile, JSON.stringify({ ...identity, stopSignal }));
  return {
    name: spec.name,
    pid: child.pid,
    exited,
    running: () => running,
    send: (message) => void child.send(message, () => undefined),
    stop: async () => {
      if (!running) return;
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), spec.graceMs ?? 15_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Stops the processes that an earlier launcher recorded in this run folder.
 * @param last names to stop after all others, in this order
 * @returns the names of what was still running
 */
export async function stopLeftovers(run: string, last: string[]): Promise<string[]> {
  const stopped: string[] = [];
  const rank = (name: string) => last.indexOf(name);
  const names = readdirSync(run)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5));
  const end = async (name: string) => {
    const file = join(run, `${name}.json`);
    const found = readJson(file);
    if (typeof found?.pid === 'number' && identify(found.pid).startedAt === found.startedAt) {
      stopped.push(name);
      await endProcess(found, { signal: found.stopSignal });
    }
    rmSync(file, { force: true });
  };
  await Promise.all(names.filter((name) => rank(name) < 0).map(end));
  for (const name of last) if (names.includes(name)) await end(name);
  return stopped;
}

/** Opens a log for appending. A large one is first renamed to `.1`. */
function openLog(path: string) {
  try {
    if (statSync(path).size > LOG_ROTATE_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // There is none yet.
  }
  return openSync(path, 'a', 0o600);
}

function readJson(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
