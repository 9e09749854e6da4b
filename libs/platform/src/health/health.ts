import { Inject, Injectable, Logger, Optional, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Nats } from '../messaging/nats-connection.js';
import { POOL } from '../persistence/database.js';
import { Metrics } from '../telemetry/metrics.js';
import { expectWrites } from './database-readiness.js';
import { READY, ReadinessCheck, type CheckTimes } from './readiness-check.js';

const DATABASE: CheckTimes = { everyMs: 5_000, timeoutMs: 3_000 };

/** Each part by name: `ok`, or in a few words why it cannot be used. */
export type Parts = Record<string, string>;

/** What `/health/ready` says. */
export interface ReadinessBody {
  readonly status: 'ok' | 'unavailable';
  readonly parts: Parts;
}

const allReady = (parts: Parts): boolean => Object.values(parts).every((word) => word === READY);

/**
 * A process's readiness: its parts worked a moment ago, and it is not draining. Each part is checked on its own
 * interval, so neither a probe nor a scrape costs anything, and the answer is at most some seconds old.
 */
@Injectable()
export class Health implements OnModuleDestroy {
  readonly #logger = new Logger(Health.name);
  readonly #checks = new Map<string, ReadinessCheck>();
  readonly #onDrain = new Set<(ms: number) => void>();
  readonly #besides: (() => Promise<Parts>)[] = [];
  #draining = false;

  constructor(
    private readonly nats: Nats,
    metrics: Metrics,
    @Optional() @Inject(POOL) pool?: Pool,
  ) {
    if (pool) this.watch('database', () => expectWrites(pool), DATABASE);
    metrics.read('inkling_ready', 'Whether the process itself can do its work: 1 or 0', async () => [
      { value: !this.#draining && allReady(await this.#working()) ? 1 : 0 },
    ]);
    metrics.read(
      'inkling_ready_check',
      'Whether one part that the process needs can be used: 1 or 0',
      async () =>
        Object.entries(await this.#working()).map(([check, word]) => ({
          labels: { check },
          value: word === READY ? 1 : 0,
        })),
      ['check'],
    );
  }

  /** Asks on an interval whether a part of the process works. @param ask rejects with NotReady to say why not */
  watch(name: string, ask: () => Promise<void>, times: CheckTimes): void {
    const onChange = (word: string): void => {
      if (word === READY) this.#logger.log(`Ready again: ${name}`);
      else this.#logger.warn(`Not ready: ${name}: ${word}`);
    };
    this.#checks.set(name, new ReadinessCheck(ask, times, onChange));
  }

  /** Turns readiness red for good; called first thing at shutdown. @param ms for which the process goes on serving */
  drain(ms = 0): void {
    this.#draining = true;
    for (const listener of this.#onDrain) listener(ms);
  }

  /** Calls `listener` when draining begins, with the milliseconds that it takes. */
  onDrain(listener: (ms: number) => void): void {
    this.#onDrain.add(listener);
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Adds parts of others that `/health/ready` speaks for. @param check must not reject, and be bounded */
  alsoCheck(check: () => Promise<Parts>): void {
    this.#besides.push(check);
  }

  /** Each part by name. Never throws. */
  async check(): Promise<{ ready: boolean; parts: Parts }> {
    const [own, ...besides] = await Promise.all([this.#working(), ...this.#besides.map((check) => check())]);
    const parts: Parts = Object.assign({}, this.#draining ? { process: 'draining' } : {}, own, ...besides);
    return { ready: allReady(parts), parts };
  }

  /** The same in the words of `/health/ready`. */
  async report(): Promise<{ ready: boolean; body: ReadinessBody }> {
    const { ready, parts } = await this.check();
    return { ready, body: { status: ready ? 'ok' : 'unavailable', parts } };
  }

  /** Whether calls are answered well here, which they are while draining: another replica's callers need not stop. */
  async works(): Promise<{ ready: boolean; parts: Parts }> {
    const parts = await this.#working();
    return { ready: allReady(parts), parts };
  }

  onModuleDestroy(): void {
    for (const check of this.#checks.values()) check.end();
  }

  async #working(): Promise<Parts> {
    const words = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await check.read()] as const),
    );
    return { nats: this.nats.up ? READY : 'unavailable', ...Object.fromEntries(words) };
  }
}
