import { execFileSync, spawn } from 'node:child_process';
import { LaunchFailure } from '../local/failure.mjs';
import { endProcess, identify, isRunning, type ProcessIdentity } from '../local/process-identity.mjs';

/** A test may take two minutes and its preparation four; a runner that is silent for longer is stuck. */
const QUIET_MS = 5 * 60_000;
/** The runner of journeys stops a whole product before it ends. */
const GRACE_MS = 45_000;
const LOOK_MS = 2_000;

/**
 * Runs a test runner to its end and leaves none of its processes behind. Its output goes to the terminal. The runner is
 * ended when for a while it has neither printed anything nor sent a message, which it does for each finished test.
 * @param script of the runner, for Node
 * @returns its exit code; 1 when it had to be ended
 * @throws {LaunchFailure} when this process received a signal to end, so that no other runner follows
 */
export async function runRunner(
  script: string,
  args: readonly string[],
  options: {
    name: string;
    cwd?: string;
    env: NodeJS.ProcessEnv;
    quietMs?: number;
    /** It is ended after this time, even while it finishes tests. */
    limitMs?: number;
    /** Time to end before SIGKILL. */
    graceMs?: number;
    lookMs?: number;
    report?: (line: string) => void;
    write?: (chunk: Buffer) => void;
  },
): Promise<number> {
  const { name, cwd, env, quietMs = QUIET_MS, graceMs = GRACE_MS, lookMs = LOOK_MS, report = console.error } = options;
  const { limitMs = Infinity } = options;
  const { write = (chunk: Buffer) => void process.stdout.write(chunk) } = options;
  const colors = process.stdout.isTTY ? { FORCE_COLOR: env.FORCE_COLOR ?? '1' } : {};
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...env, ...colors },
    stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
  });
  const started = performance.now();
  let lastSign = started;
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
    const quiet = performance.now() - lastSign >= quietMs;
    if (stuck || !(quiet || performance.now() - started >= limitMs)) return;
    stuck = true;
    const seconds = Math.round((quiet ? quietMs : limitMs) / 1_000);
    report(`${quiet ? 'Nothing has happened for' : 'It has taken'} ${seconds} s: ending ${name}.`);
    // The runner comes first, so that it can end its own processes.
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

/** A process and its descendants. It looks repeatedly, because a child whose parent has ended cannot be traced back. */
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
      .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number]);
    for (let grown = true; grown;) {
      const fresh = pairs.filter(([pid, parent]) => this.#known.has(parent) && !this.#known.has(pid));
      for (const [pid] of fresh) this.#known.set(pid, identify(pid));
      grown = fresh.length > 0;
    }
  }

  /** Waits for the processes to end by themselves, then ends them. @returns how many had to be ended */
  async end(graceMs: number): Promise<number> {
    this.look();
    const ending = () => [...this.#known.values()].filter(isRunning);
    const deadline = Date.now() + Math.min(graceMs, 5_000);
    while (ending().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    const left = ending();
    await Promise.all(left.map((identity) => endProcess(identity, { graceMs })));
    return left.length;
  }
}
