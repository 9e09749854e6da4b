/**
 * What the checks see of the world. Every look ends by itself; specs give another host.
 * @typedef {typeof HOST} Host
 */
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readFile, stat, statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { probePort } from '../local/ports.mts';
import { exchange, inspectCertificate } from './http.mjs';

const COMMAND_MS = 10_000;
const LOOKUP_MS = 5_000;
const OUTPUT_MAX = 64 * 1024 * 1024;

/**
 * @typedef {object} Ran
 * @property {number | undefined} code undefined when it did not run to its end
 * @property {string} stdout
 * @property {string} stderr
 * @property {'missing' | 'late' | undefined} problem
 */

export const HOST = {
  now: () => Date.now(),
  uid: () => process.getuid?.(),

  /**
   * @param {string} command @param {string[]} args @param {{ timeoutMs?: number }} [options] @returns {Promise<Ran>}
   */
  run: (command, args, { timeoutMs = COMMAND_MS } = {}) =>
    new Promise((resolve) => {
      const options = { timeout: timeoutMs, killSignal: /** @type {const} */ ('SIGKILL'), maxBuffer: OUTPUT_MAX };
      execFile(command, args, options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : undefined) : 0;
        const problem = error?.code === 'ENOENT' ? 'missing' : error?.killed ? 'late' : undefined;
        resolve({ code, stdout: stdout.trim(), stderr: stderr.trim(), problem });
      });
    }),

  /**
   * @param {string} name
   * @returns {Promise<string[]>} its addresses, as this computer resolves it; none where it does not
   */
  resolve: async (name) => {
    const found = lookup(name, { all: true }).then(
      (all) => all.map(({ address }) => address),
      () => [],
    );
    return Promise.race([found, delay(LOOKUP_MS, [], { ref: false })]);
  },

  /** This computer's own addresses. */
  addresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),

  /**
   * @param {string} path
   * @returns {Promise<{ free: number, total: number, filesFree: number, files: number } | undefined>}
   */
  room: async (path) => {
    const found = await statfs(path).catch(() => undefined);
    if (!found) return undefined;
    const { bavail, blocks, bsize, ffree, files } = found;
    return { free: bavail * bsize, total: blocks * bsize, filesFree: ffree, files };
  },

  /** @param {string} path @returns {Promise<string | undefined>} */
  read: (path) => readFile(path, 'utf8').catch(() => undefined),

  /** @param {string} path */
  look: (path) => stat(path).catch(() => undefined),

  probePort,
  exchange,
  inspectCertificate,
};
