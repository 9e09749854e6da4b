import { fail, ok, warn } from '../findings.mjs';

const GIB = 2 ** 30;
/** Built on the spot, images need more than what runs. */
const LEAST = { compose: 3 * GIB, start: GIB };
const GOOD = { compose: 7 * GIB, start: 2 * GIB };

/** Enough memory for databases and services, and some memory left. */
export const memory = {
  name: 'memory',
  run: async ({ mode, host }) => {
    const info = await host.read('/proc/meminfo');
    if (info === undefined) return [];
    const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(info)?.[1] ?? 0) * 1024;
    const limit = Number((await host.read('/sys/fs/cgroup/memory.max'))?.trim());
    const total = Math.min(of('MemTotal'), limit > 0 ? limit : Infinity);
    const available = Math.min(of('MemAvailable'), total);
    const text = `${gigabytes(total)} GB, ${gigabytes(available)} GB available`;
    if (total < LEAST[mode])
      return [fail(text, `At least ${gigabytes(LEAST[mode])} GB are needed: docs/operations/sizing.md.`)];
    if (total < GOOD[mode])
      return [warn(text, `Good for trying out; ${gigabytes(GOOD[mode])} GB for people: docs/operations/sizing.md.`)];
    if (available < total / 20) return [warn(text, 'Look at what takes it: docker stats, or top.')];
    return [ok(text)];
  },
};

const gigabytes = (bytes) => (bytes / GIB).toFixed(1);
