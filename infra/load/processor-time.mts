/** Processor time of the product's processes, from /proc; elsewhere than on Linux there is none to report. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100;
/** Positions after the name in /proc/<pid>/stat: parent, then user and system time, own and of ended children. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];
const SERVICE = /(?:services\/)?([\w-]+)\/dist\/main\.js/;

/**
 * Seconds that each part has used so far.
 * @param launcher process id whose descendants count
 * @returns by part: gateway, a service, postgres, nats-server; empty where it cannot be known
 */
export function processorSeconds(launcher: number): Record<string, number> {
  if (process.platform !== 'linux') return {};
  const all: Map<number, { parent: number; seconds: number }> = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = TIMES.reduce((sum, position) => sum + Number(fields[position]), 0) / TICKS_PER_SECOND;
    if (stat) all.set(Number(name), { parent: Number(fields[PARENT]), seconds });
  }
  const descends = (pid: number) => {
    for (let at = all.get(pid); at; at = all.get(at.parent)) if (at.parent === launcher) return true;
    return false;
  };
  const parts: Record<string, number> = {};
  for (const [pid, { seconds }] of all) {
    if (!descends(pid)) continue;
    const part = partOf(pid);
    parts[part] = (parts[part] ?? 0) + seconds;
  }
  return parts;
}

function partOf(pid: number) {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return SERVICE.exec(command)?.[1] ?? /nats-server|postgres/.exec(command)?.[0] ?? 'other';
}

function read(file: string) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It ended in between.
    return '';
  }
}

/**
 * Microseconds per unit of work between two readings.
 * @param after seconds
 */
export function perUnit(
  before: Record<string, number>,
  after: Record<string, number>,
  units: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([part, seconds]) => [
      part,
      Math.max(0, ((seconds - (before[part] ?? 0)) * 1e6) / units),
    ]),
  );
}
