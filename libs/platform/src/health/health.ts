import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Pool } from 'pg';
import { Nats } from '../messaging/nats-connection.js';
import { POOL } from '../persistence/database.js';

const CHECK_MS = 1_500;

/** A service's own readiness: NATS, its database, and not draining. Migrations have run before anything listens. */
@Injectable()
export class Health {
  #draining = false;

  constructor(
    private readonly nats: Nats,
    @Optional() @Inject(POOL) private readonly pool?: Pool,
  ) {}

  /** Turns readiness red for good; called first thing at shutdown. */
  drain(): void {
    this.#draining = true;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Each part by name, true when it works now. Never throws, and answers within two seconds. */
  async check(): Promise<{ ready: boolean; parts: Record<string, boolean> }> {
    const parts: Record<string, boolean> = { nats: this.nats.up && !this.#draining };
    if (this.pool) parts['database'] = await this.#database(this.pool);
    return { ready: Object.values(parts).every(Boolean), parts };
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
