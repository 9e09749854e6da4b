import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

type Release = (destroy: boolean) => void;

/**
 * The connections that transactions hold. A transaction whose begin, commit or rollback fails, as when its connection
 * dies, never gives the connection back: Kysely releases it after these statements, and not when they throw. Each would
 * be one less for good, and the pool's end would wait for it.
 */
export class TransactionLeases {
  readonly #taken = new AsyncLocalStorage<Release[]>();

  /** @param pool whose connections the transactions take by `connect()` */
  constructor(pool: Pool) {
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<PoolClient>;
    const taken = this.#taken;
    pool.connect = async function (...args: unknown[]) {
      // The pool's own queries come with a callback, and give back what they take.
      if (args.length > 0) return connect(...args);
      const client = await connect();
      // Made anew each time that the client is taken: it can only ever give back what this caller has.
      taken.getStore()?.push((client as unknown as { readonly release: Release }).release);
      return client;
    } as Pool['connect'];
  }

  /** Runs a transaction; when it fails, a connection that it has not given back by then is closed. */
  async run<T>(transaction: () => Promise<T>): Promise<T> {
    const releases: Release[] = [];
    try {
      return await this.#taken.run(releases, transaction);
    } catch (error) {
      for (const release of releases) giveUp(release);
      throw error;
    }
  }
}

function giveUp(release: Release): void {
  try {
    release(true);
  } catch {
    // Given back already, as after any other failure.
  }
}
