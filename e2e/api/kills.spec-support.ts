import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@inkling/testing';
import type { Api } from './api.spec-support.js';

/** Kills of each service; `KILLS=20` makes a long run. */
const KILLS = process.env['KILLS'];
/** Whether this is a long run, which also kills services that have little to do. */
export const IS_LONG_RUN = KILLS !== undefined;
/** Decides about the moments of the kills; a run prints it, and `KILL_SEED` repeats them. */
export const KILL_SEED = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 32));

/** Each service once for every round of so many kills: in one round, unless `KILLS` asks for more. */
export function rounds(services: readonly string[], killsPerRound: number): { service: string; round: number }[] {
  const count = KILLS === undefined ? 1 : Math.ceil(Number(KILLS) / killsPerRound);
  return services.flatMap((service) => Array.from({ length: count }, (_, round) => ({ service, round })));
}

/** Runs services of a product as processes, and kills each at a random moment after it has connected. */
export class Kills {
  readonly #children = new Set<ChildProcess>();
  #state = KILL_SEED;

  /** @param withinMs a process is killed at most so long after its first connection to the database */
  constructor(private readonly withinMs: number) {}

  /** The service must not be running in the product. */
  async runAndKill(api: Api, service: string): Promise<void> {
    const [clock] = await api.stack.sql<{ now: Date }>(service, 'select clock_timestamp() as now');
    const main = join(import.meta.dirname, `../../services/${service}/dist/main.js`);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, ...api.stack.env(service), HTTP_PORT: '', OPS_PORT: '' };
    const child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
    this.#children.add(child);
    // Its code takes longer to load on some machines than its work takes.
    await eventually(async () => {
      const connections = await api.stack.sql(
        service,
        `select from pg_stat_activity
         where datname = current_database() and application_name = $1 and backend_start > $2`,
        [`inkling-${service}`, clock!.now],
      );
      expect(connections).not.toEqual([]);
    });
    await sleep(this.#random() * this.withinMs);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.#children.delete(child);
  }

  /** From 0 to 1, by a linear congruential generator: Node's own cannot be given a seed. */
  #random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** Kills what a failed spec has left running. */
  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}
