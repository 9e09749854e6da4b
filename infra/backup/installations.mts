import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import { stopLeftovers } from '../local/children.mts';
import { passwordsFrom, prepareDatabase, sharedPasswords } from '../local/databases.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { acquireLock } from '../local/lock.mjs';
import { ROOT, dataPaths, prepareDataFolder } from '../local/paths.mjs';
import { PRODUCT_SETTINGS, connect, startPostgres } from '../local/postgres.mts';
import { loadSecrets } from '../local/secrets.mts';
import { checkEvents, deleteStreams, type EventStore } from './events.mts';
import { checkObjects, objectsFrom, type Environment, type Objects } from './object-stores.mts';

const DATABASE = 'inkling';

/** An installation to back up or to restore into, whatever it runs on. */
export interface Installation {
  /** For messages. */
  name: string;
  objects: Objects;
  /** Connects as the owner; the caller ends the connection. */
  connect: () => Promise<Client>;
  /** Fails, before anything is touched, when a part that a restore needs cannot be used. */
  check: () => Promise<void>;
  /** Makes database, roles and schemas where they are missing. @returns service -> its DATABASE_URL */
  prepare: () => Promise<Record<string, string>>;
  /** Deletes what the event store holds. */
  deleteEvents: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * The database at DATABASE_URL.
 * @throws {LaunchFailure} when the services' passwords are not known
 */
export function givenInstallation(url: string, services: readonly string[], env: Environment): Installation {
  const passwords = passwordsFrom(env, services) ?? sharedPasswords(url, services);
  if (!passwords)
    throw new LaunchFailure('Give DATABASE_PASSWORD_<SERVICE> for each service, or a password in DATABASE_URL.');
  const objects = objectsFrom(env, resolve(ROOT, env.MEDIA_DIR || join(env.DATA_DIR || '.data', 'uploads')));
  const events = (): EventStore => {
    if (!env.NATS_URL) throw new LaunchFailure('Give NATS_URL too: a restore deletes the events in its event store.');
    return { servers: env.NATS_URL, user: env.NATS_USER, pass: env.NATS_PASSWORD };
  };
  return {
    name: `the database at ${new URL(url).host}`,
    connect: () => connect(withDatabase(url)),
    prepare: () => prepareDatabase(url, passwords),
    objects,
    check: async () => {
      await checkEvents(events());
      await checkObjects(objects);
    },
    deleteEvents: async () => deleteStreams(events()),
    close: async () => undefined,
  };
}

/**
 * The installation of `npm start`: as it runs, or with its PostgreSQL started.
 * @throws {LaunchFailure} when it is not there, is just starting, or runs while it is to be restored
 */
export async function localInstallation(
  services: readonly string[],
  env: Environment,
  restoring: boolean,
): Promise<Installation> {
  const paths = dataPaths(env.DATA_DIR || '.data');
  const objects = objectsFrom(env, env.MEDIA_DIR ? resolve(ROOT, env.MEDIA_DIR) : join(paths.root, 'uploads'));
  const common = { name: paths.root, objects };
  if (!restoring && !existsSync(paths.postgres))
    throw new LaunchFailure(
      `There is no installation in ${paths.root}: give its DATA_DIR, its DATABASE_URL, or --compose.`,
    );
  await prepareDataFolder(paths);
  const lock = await acquireLock(paths.lock);
  if (!lock.held) {
    const refuse = async () => {
      throw new LaunchFailure(`Inkling runs on ${paths.root} (process ${lock.pid}): stop it first.`);
    };
    if (restoring) return refuse();
    const addresses = join(paths.root, 'addresses.json');
    if (!existsSync(addresses))
      throw new LaunchFailure(`Inkling is just starting or stopping on ${paths.root}: try again.`);
    const { databaseUrl } = JSON.parse(readFileSync(addresses, 'utf8'));
    const connectTo = () => connect(withDatabase(databaseUrl));
    const close = async () => undefined;
    return { ...common, connect: connectTo, check: refuse, prepare: refuse, deleteEvents: refuse, close };
  }
  try {
    await stopLeftovers(paths.run, ['nats', 'postgres']);
    const { postgres: password, services: passwords } = await loadSecrets(paths.secrets, [...services]);
    const server = { folder: paths.postgres, password, settings: PRODUCT_SETTINGS, folders: paths };
    const { url, child } = await startPostgres(server);
    return {
      ...common,
      connect: () => connect(withDatabase(url)),
      check: async () => undefined,
      prepare: () => prepareDatabase(withDatabase(url), passwords, { ownServer: true }),
      // NATS does not run, and its store is a copy.
      deleteEvents: () => rm(join(paths.nats, 'store'), { recursive: true, force: true }),
      close: async () => {
        await child.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function withDatabase(url: string) {
  const target = new URL(url);
  if (target.pathname.length <= 1) target.pathname = `/${DATABASE}`;
  return target.href;
}
