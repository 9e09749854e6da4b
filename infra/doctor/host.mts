/** What the checks see of the world. Every call has a time limit; specs give another host. */
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readFile, stat, statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { probePort } from '../local/ports.mts';
import { exchange, inspectCertificate } from './http.mts';

const COMMAND_MS = 10_000;
const LOOKUP_MS = 5_000;
const OUTPUT_MAX = 64 * 1024 * 1024;

/** The result of a program. */
export interface Ran {
  /** Undefined when it did not run to its end. */
  code: number | undefined;
  stdout: string;
  stderr: string;
  problem: 'missing' | 'late' | undefined;
}

export type Host = typeof HOST;

export const HOST = {
  now: () => Date.now(),
  uid: () => process.getuid?.(),

  run: (command: string, args: readonly string[], { timeoutMs = COMMAND_MS } = {}) =>
    new Promise<Ran>((resolve) => {
      const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: OUTPUT_MAX } as const;
      execFile(command, args, options, (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        const problem = code === 'ENOENT' ? 'missing' : error?.killed ? 'late' : undefined;
        resolve({
          code: typeof code === 'number' ? code : undefined,
          stdout: stdout.trim(),
          stderr: stderr.trim(),
          problem,
        });
      });
    }),

  /** @returns the addresses of a name, as this computer resolves it; none when it does not */
  resolve: (name: string): Promise<string[]> => {
    const found = lookup(name, { all: true }).then(
      (all) => all.map(({ address }) => address),
      () => [],
    );
    return Promise.race([found, delay(LOOKUP_MS, [], { ref: false })]);
  },

  /** This computer's own addresses. */
  addresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),

  /** Bytes and inodes of the file system that a path is on. */
  room: async (path: string) => {
    const found = await statfs(path).catch(() => undefined);
    if (!found) return undefined;
    const { bavail, blocks, bsize, ffree, files } = found;
    return { free: bavail * bsize, total: blocks * bsize, filesFree: ffree, files };
  },

  read: (path: string) => readFile(path, 'utf8').catch(() => undefined),
  look: (path: string) => stat(path).catch(() => undefined),

  probePort,
  exchange,
  inspectCertificate,
};
