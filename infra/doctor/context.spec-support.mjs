/** What checks see of the world in specs: nothing, but for what is given. */
import { originOf } from './installation.mjs';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const ran = (stdout, code = 0) => ({ code, stdout, stderr: '', problem: undefined });
export const missing = { code: undefined, stdout: '', stderr: '', problem: 'missing' };

/** A context in which only what a spec gives is there. */
export const context = ({ host = {}, docker = {}, origin: address = 'https://polls.example.org', ...rest } = {}) => ({
  mode: 'compose',
  settings: { PUBLIC_ORIGIN: address },
  origin: originOf(address),
  options: {},
  host: {
    now: () => NOW,
    addresses: () => ['192.0.2.10'],
    run: async () => missing,
    read: async () => undefined,
    ...host,
  },
  docker: { containers: async () => [], services: async () => [], imageId: async () => undefined, ...docker },
  ...rest,
});
export const said = async (check, given) =>
  (await check.run(context(given))).map(({ state, found }) => `${state}: ${found}`);
