import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process, distinguishable from a later one with the same pid.
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 */

/**
 * When a process started, as text that no other process with the same pid shares.
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process
 */
export function startedAt(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces, so the fields are counted after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export const identify = (pid) => ({ pid, startedAt: startedAt(pid) ?? 'gone' });

/**
 * @param {Partial<ProcessIdentity> | undefined} identity
 * @returns {boolean} whether this same process still runs
 */
export const isRunning = (identity) =>
  typeof identity?.pid === 'number' &&
  Number.isInteger(identity.pid) &&
  identity.pid > 0 &&
  startedAt(identity.pid) === identity.startedAt;

/**
 * Ends a process, which may be anybody's child: by a signal, and by SIGKILL after the grace period.
 * @param {ProcessIdentity} identity
 * @param {{ signal?: NodeJS.Signals, graceMs?: number }} [options]
 */
export async function endProcess(identity, { signal = 'SIGTERM', graceMs = 10_000 } = {}) {
  const deadline = Date.now() + graceMs;
  /** @type {NodeJS.Signals | undefined} */
  let next = signal;
  while (isRunning(identity)) {
    if (next) send(identity.pid, next);
    next = undefined;
    if (Date.now() > deadline) {
      send(identity.pid, 'SIGKILL');
      if (Date.now() > deadline + 5_000) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}
