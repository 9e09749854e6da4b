import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.spec-support.js';

/** Runs services of a product as processes, and kills each at a random moment after its start. */
export class Kills {
  readonly #children = new Set<ChildProcess>();

  constructor(private readonly momentMs: { readonly least: number; readonly most: number }) {}

  /** The service must not run in the product meanwhile. */
  async runAndKill(api: Api, service: string): Promise<void> {
    const main = join(import.meta.dirname, `../../services/${service}/dist/main.js`);
    const env = { PATH: process.env['PATH'], ...api.stack.env(service), HTTP_PORT: '', OPS_PORT: '' };
    const child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
    this.#children.add(child);
    const { least, most } = this.momentMs;
    await sleep(least + Math.random() * (most - least));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.#children.delete(child);
  }

  /** Kills what a failed spec has left running. */
  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}
