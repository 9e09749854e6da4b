import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Pool } from 'pg';
import { Nats } from '../messaging/nats-connection.js';
import { POOL } from '../persistence/database.js';
import { Metrics } from '../telemetry/metrics.js';
import { Probe } from '../telemetry/probe.js';

const CHECK_MS = 1_500;

export type Parts = Record<string, boolean>;

/** What `/health/ready` says. */
export interface ReadinessBody {
  readonly status: 'ok' | 'unavailable';
  readonly parts: Record<string, 'ok' | 'unavailable'>;
}

/** A service's own readiness: NATS, its database, and not draining. Migrations have run before anything listens. */
@Injectable()
export class Health {
  readonly #onDrain = new Set<(ms: number) => void>();
  readonly #besides: (() => Promise<Parts>)[] = [];
  #draining = false;

  constructor(
    private readonly nats: Nats,
    metrics: Metrics,
    @Optional() @Inject(POOL) private readonly pool?: Pool,
  ) {
    const own = new Probe(() => this.#own(), { timeoutMs: CHECK_MS + 200, keepMs: 1_000 });
    metrics.read('inkling_ready', 'Whether the process itself can do its work: 1 or 0', async () => [{ value: !this.#draining && Object.values((await own.read()) ?? { late: false }).every(Boolean) ? 1 : 0 }]);
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

  /** Adds parts that readiness needs. @param check must not reject, and be bounded */
  alsoCheck(check: () => Promise<Parts>): void {
    this.#besides.push(check);
  }

  /** Each part by name, true when it works now. Never throws, and answers within two seconds. */
  async check(): Promise<{ ready: boolean; parts: Parts }> {
    const [own, ...besides] = await Promise.all([this.#own(), ...this.#besides.map((check) => check())]);
    const parts: Parts = Object.assign({}, own, ...besides);
    return { ready: Object.values(parts).every(Boolean), parts };
  }

  /** The same in the words of `/health/ready`. */
  async report(): Promise<{ ready: boolean; body: ReadinessBody }> {
    const { ready, parts } = await this.check();
    const said = Object.fromEntries(Object.entries(parts).map(([part, works]) => [part, works ? ('ok' as const) : ('unavailable' as const)]));
    return { ready, body: { status: ready ? 'ok' : 'unavailable', parts: said } };
  }

  /** Whether calls are answered well here, which they are while draining: another replica's callers need not stop. */
  async works(): Promise<boolean> {
    return this.nats.up && (!this.pool || (await this.#database(this.pool)));
  }

  async #own(): Promise<Parts> {
    const parts: Parts = { nats: this.nats.up && !this.#draining };
    if (this.pool) parts['database'] = await this.#database(this.pool);
    return parts;
  }

  async #database(pool: Pool): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), CHECK_MS);
    });
    const query = pool.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([query, late]).finally(() => clearTimeout(timer));
  }
}
