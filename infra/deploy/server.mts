/** A scratch PostgreSQL on which every new database already has the schema of this version. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase, sharedPasswords } from '../local/databases.mts';
import { connect, startPostgres, TEST_SETTINGS } from '../local/postgres.mts';
import { migrateAll } from './migrated.mts';

/** What databases of specs are copied from; nobody may be connected to it then. */
const TEMPLATE = 'template0';

/**
 * Specs make their databases from template0, whatever their version. So this version's migrations run in there, and
 * older code finds nothing left to migrate.
 * @param folder for its data; the caller removes it
 * @param work with the superuser's URL
 */
export async function withServerOfThisVersion<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const { SERVICES } = await import('@inkling/contracts');
  const folders = { logs: join(folder, 'logs'), run: join(folder, 'run') };
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
  const password = randomBytes(16).toString('hex');
  const server = await startPostgres({ folder: join(folder, 'postgres'), password, settings: TEST_SETTINGS, folders });
  try {
    const admin = await connect(`${server.url}/postgres`);
    const open = (yes: boolean) =>
      admin.query('update pg_database set datallowconn = $1 where datname = $2', [yes, TEMPLATE]);
    await open(true);
    const passwords = sharedPasswords(server.url, SERVICES) ?? {};
    const urls = await prepareDatabase(`${server.url}/${TEMPLATE}`, passwords, { ownServer: true });
    await migrateAll(urls);
    await open(false);
    await admin.end();
    return await work(server.url);
  } finally {
    await server.child.stop();
  }
}
