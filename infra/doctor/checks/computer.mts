import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/paths.mjs';
import { isAtLeast, parseVersion } from '../../local/version.mjs';
import { fail, ok, warn } from '../findings.mts';
import type { Host } from '../host.mts';
import type { Check } from '../run.mts';

const OWN_NODE = Number(readFileSync(join(ROOT, '.node-version'), 'utf8'));
/** The oldest one that can fetch the Node under which commands run. */
const LEAST_NODE = [20, 19];
const GIB = 2 ** 30;
/** Images that are built here need more memory than they do when they run. */
const LEAST = { compose: 3 * GIB, start: GIB, kubernetes: 0 };
const GOOD = { compose: 7 * GIB, start: 2 * GIB, kubernetes: 0 };
/** A browser's socket takes two files in nginx and one in a gateway. */
const GOOD_FILES = 20_000;

/** Commands run under their own Node where the computer's is older. */
export const node: Check = {
  name: 'node',
  run: async ({ host }) => {
    const given = await host.run('node', ['--version']);
    const version = parseVersion(given.stdout);
    if (!version || isAtLeast(version, [OWN_NODE])) return [ok(`Node ${process.versions.node}`)];
    const found = `Node ${process.versions.node}, fetched by Inkling; the one on the PATH is ${given.stdout.slice(1)}`;
    return isAtLeast(version, LEAST_NODE) ? [ok(found)] : [warn(found, `Install Node ${OWN_NODE}.`)];
  },
};

/** There is enough memory for databases and services, and some is left. */
export const memory: Check = {
  name: 'memory',
  run: async ({ mode, host }) => {
    const info = await host.read('/proc/meminfo');
    if (info === undefined) return [];
    const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(info)?.[1] ?? 0) * 1024;
    const limit = Number((await host.read('/sys/fs/cgroup/memory.max'))?.trim());
    const total = Math.min(bytesOf('MemTotal'), limit > 0 ? limit : Infinity);
    const available = Math.min(bytesOf('MemAvailable'), total);
    const text = `${gigabytes(total)} GB, ${gigabytes(available)} GB available`;
    if (total < LEAST[mode])
      return [fail(text, `At least ${gigabytes(LEAST[mode])} GB are needed: docs/operations/sizing.md.`)];
    if (total < GOOD[mode])
      return [warn(text, `Good for trying out; ${gigabytes(GOOD[mode])} GB for people: docs/operations/sizing.md.`)];
    if (available < total / 20) return [warn(text, 'Look at what takes it: docker stats, or top.')];
    return [ok(text)];
  },
};

/** How many files and sockets nginx and gateways may have open. */
export const openFiles: Check = {
  name: 'open files',
  run: async ({ mode, docker, host }) => {
    const all = mode === 'compose' ? await docker.containers() : [];
    const running = all.filter(({ service, pid }) => ['nginx', 'gateway'].includes(service) && pid > 0);
    const processes = running.length > 0 ? running : [{ name: 'this computer gives', pid: 'self' }];
    return (await Promise.all(processes.map(({ name, pid }) => filesOf(host, name, pid)))).flat();
  },
};

async function filesOf(host: Host, name: string, pid: number | string) {
  const limits = await host.read(`/proc/${pid}/limits`);
  const most = /^Max open files\s+\S+\s+(\S+)/m.exec(limits ?? '')?.[1];
  if (most === undefined) return [];
  const text = `${name}: ${most}`;
  if (most === 'unlimited' || Number(most) >= GOOD_FILES) return [ok(text)];
  const advice = 'For more sockets raise LimitNOFILE of the docker service, or of the service that runs npm start.';
  return [warn(`${text}, which is enough for ${Math.floor(Number(most) / 2)} sockets`, advice)];
}

const gigabytes = (bytes: number) => (bytes / GIB).toFixed(1);
