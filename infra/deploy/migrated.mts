/** A scratch database that this version's migrations have made. */
import { connect } from '../local/postgres.mts';
import { createTestDatabase } from '../test/stack-support.mjs';
import type { Client } from 'pg';

/** Enough for a service to read its configuration; a migration reaches the database alone. */
const ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  NATS_URL: 'nats://127.0.0.1:9',
  SESSION_SECRET: 'a secret of at least 32 characters, for tests',
};

/**
 * Runs every service's migrations.
 * @param urls service -> its DATABASE_URL
 */
export async function migrateAll(urls: Record<string, string>) {
  const { Logger } = await import('@nestjs/common');
  const { migrateService } = await import('@inkling/platform');
  Logger.overrideLogger(['error', 'fatal']);
  const one = async ([name, url]: [string, string]) => {
    const { service } = await import(`@inkling/${name}`);
    await migrateService(service, { ...ENVIRONMENT, DATABASE_URL: url });
  };
  await Promise.all(Object.entries(urls).map(one));
}

/** @param work as its owner */
export async function withMigratedDatabase<T>(
  work: (database: { client: Client; services: readonly string[] }) => Promise<T>,
): Promise<T> {
  const { SERVICES } = await import('@inkling/contracts');
  const database = await createTestDatabase(SERVICES);
  try {
    await migrateAll(database.urls);
    const client = await connect(database.ownerUrl);
    try {
      return await work({ client, services: SERVICES });
    } finally {
      await client.end();
    }
  } finally {
    await database.drop();
  }
}
