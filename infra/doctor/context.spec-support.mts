/** What checks see of the world in specs: nothing except what is given. */
import type { Docker } from './docker.mts';
import type { Host, Ran } from './host.mts';
import { originOf } from './installation.mts';
import type { Check, Context } from './run.mts';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const ran = (stdout: string, code = 0): Ran => ({ code, stdout, stderr: '', problem: undefined });
export const missing: Ran = { code: undefined, stdout: '', stderr: '', problem: 'missing' };

type Given = Partial<Omit<Context, 'origin' | 'host' | 'docker'>> & {
  origin?: string;
  host?: Partial<Host>;
  docker?: Partial<Docker>;
};

/** A context in which only what a spec gives is there. */
export const context = ({ host, docker, origin: address = 'https://polls.example.org', ...rest }: Given = {}) =>
  ({
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
  }) as unknown as Context;

/** @returns what a check finds, without advice */
export const said = async (check: Check, given: Given) =>
  (await check.run(context(given))).map(({ state, found }) => `${state}: ${found}`);
