import { execFileSync, spawn } from 'node:child_process';
import { LaunchFailure } from '../local/failure.mjs';
import { endProcess, identify, isRunning, type ProcessIdentity } from '../local/process-identity.mjs';

/** A test may take two minutes, and what it needs four; where nothing happens for longer, nothing will. */
const QUIET_MS = 5 * 60_000;
/** A browser runner stops a whole product first. */
const GRACE_MS = 45_000;
const LOOK_MS = 2_000;

/**
 * Runs a test runner to its end and leaves none of its processes behind. Its output goes to the terminal. It is ended
 * when nothing has happened for a while: no output, and no message, which runners send when a test has finished.
 * @param script of the runner, for Node
 * @returns its exit code; 1 when it had to be ended
 * @throws {LaunchFailure} when this process was asked to end meanwhile, so that no other runner follows
 */
export async function runRunner(
  script: string,
  args: readonly string[],
  options: {
    name: string;
    cwd?: string;
    env: NodeJS.ProcessEnv;
    quietMs?: number;
    /** After which what was asked to end is killed. */
    graceMs?: number;
    lookMs?: number;
    report?: (line: string) => void;
    write?: (chunk: Buffer) => void;
  },
): Promise<number> {
  const { name, cwd, env, quietMs = QUIET_MS, graceMs = GRACE_MS, lookMs = LOOK_MS, report = console.error } = options;
  const { write = (chunk: Buffer) => void process.stdout.write(chunk) } = options;
  const colors = process.stdout.isTTY ? { FORCE_COLOR: env.FORCE_COLOR ?? '1' } : {};
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...env, ...colors },
    stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
  });
  let lastSign = performance.now();
  const sign = () => (lastSign = performance.now());
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (sign(), write(chunk)));
  child.on('message', sign);
  const exited = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  let interrupted = false;
  const forward = (signal: NodeJS.Signals) => {
    interrupted = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);

  const family = new Family(child.pid);
  let stuck = false;
  const timer = setInterval(() => {
    family.look();
    if (stuck || performance.now() - lastSign < quietMs) return;
    stuck = true;
    report(`Nothing has happened for ${Math.round(quietMs / 1_000)} s: ending ${name}.`);
    // The runner first, so that it can end the rest in order.
    if (child.pid) void endProcess(identify(child.pid), { signal: 'SIGINT', graceMs });
  }, lookMs);
  const code = await exited;
  clearInterval(timer);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward);
  const left = await family.end(graceMs);
  if (left > 0)
    report(`${name} left ${left} process${left === 1 ? '' : 'es'} behind, which ${left === 1 ? 'was' : 'were'} ended.`);
  if (interrupted) throw new LaunchFailure(`${name} was interrupted.`);
  return stuck ? 1 : code;
}

/** A process and all that descend from it. Once a parent has ended nothing says whose its children are. */
class Family {
  #known: Map<number, ProcessIdentity> = new Map();

  constructor(pid: number | undefined) {
    if (pid !== undefined) this.#known.set(pid, identify(pid));
  }

  look() {
    const parents = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const pairs = parents
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    for (let grown = true; grown;) {
      const fresh = pairs.filter(([pid, parent]) => this.#known.has(parent) && !this.#known.has(pid));
      for (const [pid] of fresh) this.#known.set(pid, identify(pid));
      grown = fresh.length > 0;
    }
  }

  /** @returns how many had to be ended */
  async end(graceMs: number): Promise<number> {
    this.look();
    const ending = () => [...this.#known.values()].filter(isRunning);
    // What is just ending by itself has that much time.
    const deadline = Date.now() + Math.min(graceMs, 5_000);
    while (ending().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    const left = ending();
    await Promise.all(left.map((identity) => endProcess(identity, { graceMs })));
    return left.length;
  }
}
