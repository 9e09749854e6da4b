import { Logger } from '@nestjs/common';
import { MikroORM, defineConfig, type EntityClass, type EntitySchema } from '@mikro-orm/postgresql';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import type { Pool, TypeOverrides } from 'pg';
import { PlatformMigration20261121000000 } from './platform-migration.js';
import { platformEntities } from './platform.entities.js';
import { setTypeParsers } from './type-parsers.js';

export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface MigrationEntry {
  /** Sorts after the ones before it; never renamed once released. */
  readonly name: string;
  /** Loads the class, which only a process that opens the database needs. */
  readonly load: () => Promise<MigrationClass>;
}

/** A table's declaration, by `defineEntity`. */
export type Entity = EntitySchema | EntityClass<object>;

export interface PersistenceOptions {
  readonly schema: string;
  readonly url: string;
  readonly pool: number;
  readonly entities: readonly Entity[];
  readonly migrations: readonly MigrationEntry[];
  /**
   * Milliseconds after which a statement is given up. Also enforced here, since a silent server enforces nothing.
   */
  readonly statementTimeoutMs?: number;
}

const logger = new Logger('Orm');
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_MS = 5_000;
const CONNECT_ATTEMPTS = 4;
/** A migration may read or rewrite a very large table, and waits for the replica that migrates first. */
export const MIGRATION_TIMEOUT_MS = 60 * 60_000;

/** Opens a service's schema with MikroORM. Connects at once, so that a wrong address stops the start. */
export async function openOrm(options: PersistenceOptions): Promise<{ orm: MikroORM; pool: Pool }> {
  const migrations = options.migrations.map(async ({ name, load }) => ({ name, class: await load() }));
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: options.url,
      schema: options.schema,
      entities: [...platformEntities, ...options.entities],
      metadataProvider: ReflectMetadataProvider,
      colors: false,
      logger: (message) => logger.debug(message),
      extensions: [Migrator],
      pool: { min: 0, max: options.pool },
      driverOptions: {
        onPoolCreated: (pool: Pool) => setTypeParsers(pool.options.types as TypeOverrides),
        application_name: `inkling-${options.schema}`,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
        query_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      },
      migrations: {
        tableName: 'migrations',
        snapshot: false,
        // Each migration commits for itself. One that works on a running instance has several transactions of its own
        // (`isTransactional`), which would wait for ever for one around all of them.
        allOrNothing: false,
        migrationsList: [
          { name: 'Platform20261121000000', class: PlatformMigration20261121000000 },
          ...(await Promise.all(migrations)),
        ],
      },
    }),
  );
  await connect(orm);
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  return { orm, pool };
}

/** Asks a slow server again, as while it starts; a server that refuses fails the start at once. */
async function connect(orm: MikroORM): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await orm.connect();
      return;
    } catch (error) {
      const slow = error instanceof Error && /timeout/i.test(error.message);
      if (!slow || attempt === CONNECT_ATTEMPTS) throw error;
      logger.warn(`PostgreSQL has not answered within ${CONNECT_MS} ms; asking again.`);
    }
  }
}

/** Runs what is pending. An advisory lock lets replicas start together: one migrates, the others find nothing to do. */
export async function migrate(orm: MikroORM, pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`inkling-migrate-${schema}`]);
    const applied = await orm.migrator.up();
    logger.log(
      applied.length > 0 ? `applied ${applied.map(({ name }) => name).join(', ')}` : 'the schema is up to date',
    );
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`inkling-migrate-${schema}`]);
  } finally {
    // A session's settings and lock end with it.
    client.release(true);
  }
}
