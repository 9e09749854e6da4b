import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stopLeftovers } from '../local/children.mts';
import { passwordsFrom, prepareDatabase, sharedPasswords } from '../local/databases.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { acquireLock } from '../local/lock.mjs';
import { ROOT, dataPaths, prepareDataFolder } from '../local/paths.mjs';
import { PRODUCT_SETTINGS, connect, startPostgres } from '../local/postgres.mts';
import { loadSecrets } from '../local/secrets.mts';
import { composed } from './composed.mjs';
import { checkEvents, deleteStreams } from './events.mjs';
import { checkObjects, objectsFrom } from './object-stores.mjs';

const DATABASE = 'inkling';

/**
 * What is backed up or restored, whatever it runs on.
 * @typedef {object} Installation
 * @property {string} name for people
 * @property {() => Promise<import('pg').Client>} connect as the owner; the caller ends the connection
 * @property {() => Promise<Record<string, string>>} prepare makes database, roles and schemas where they are missing;
 *   service -> its DATABASE_URL
 * @property {import('./object-stores.mjs').Objects} objects
 * @property {() => Promise<void>} forgetEvents
 * @property {() => Promise<void>} [check] fails, before anything is touched, when a part cannot be reached
 * @property {() => Promise<void>} close
 */

/**
 * The installation that the options and the environment mean: `--compose`, else DATABASE_URL, else that of `npm start`.
 * @param {object} options
 * @param {boolean} options.compose
 * @param {string} options.envFile the composed installation's variables
 * @param {readonly string[]} options.services
 * @param {boolean} options.restoring
 * @param {(line: string) => void} options.report
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Promise<Installation>}
 * @throws {LaunchFailure} when it is not there, or runs while it is to be replaced
 */
export function findInstallation({ compose, envFile, services, restoring, report, env = process.env }) {
  if (compose) return composed({ envFile, services, restoring, report });
  return env.DATABASE_URL ? given(services, env) : local(services, restoring, env);
}

const withDatabase = (url) => {
  const target = new URL(url);
  if (target.pathname.length <= 1) target.pathname = `/${DATABASE}`;
  return target.href;
};

async function given(services, env) {
  const passwords = passwordsFrom(env, services) ?? sharedPasswords(env.DATABASE_URL, services);
  if (!passwords)
    throw new LaunchFailure('Give DATABASE_PASSWORD_<SERVICE> for each service, or a password in DATABASE_URL.');
  const objects = await objectsFrom(env, resolve(ROOT, env.MEDIA_DIR || join(env.DATA_DIR || '.data', 'uploads')));
  const nats = { servers: env.NATS_URL, user: env.NATS_USER, pass: env.NATS_PASSWORD };
  return {
    name: `the database at ${new URL(env.DATABASE_URL).host}`,
    connect: () => connect(withDatabase(env.DATABASE_URL)),
    prepare: () => prepareDatabase(env.DATABASE_URL, passwords),
    objects,
    check: async () => {
      if (!env.NATS_URL) throw new LaunchFailure('Give NATS_URL too: the event store must forget what it has.');
      await checkEvents(nats);
      await checkObjects(objects);
    },
    forgetEvents: () => deleteStreams(nats),
    close: async () => undefined,
  };
}

/** Started when it does not run; what runs is backed up as it is and never replaced. */
async function local(services, restoring, env) {
  const paths = dataPaths(env.DATA_DIR || '.data');
  const addresses = join(paths.root, 'addresses.json');
  const objects = await objectsFrom(env, env.MEDIA_DIR ? resolve(ROOT, env.MEDIA_DIR) : join(paths.root, 'uploads'));
  if (!restoring && !existsSync(paths.postgres))
    throw new LaunchFailure(
      `There is no installation in ${paths.root}: give its DATA_DIR, its DATABASE_URL, or --compose.`,
    );
  await prepareDataFolder(paths);
  const lock = await acquireLock(paths.lock);
  if (!lock.held) {
    if (restoring) throw new LaunchFailure(`Inkling runs on ${paths.root} (process ${lock.pid}): stop it first.`);
    if (!existsSync(addresses))
      throw new LaunchFailure(`Inkling is just starting or stopping on ${paths.root}: try again.`);
    const { databaseUrl } = JSON.parse(readFileSync(addresses, 'utf8'));
    return {
      name: paths.root,
      connect: () => connect(withDatabase(databaseUrl)),
      objects,
      close: async () => undefined,
    };
  }
  try {
    await stopLeftovers(paths.run, ['nats', 'postgres']);
    const secrets = await loadSecrets(paths.secrets, [...services]);
    const server = await startPostgres({
      folder: paths.postgres,
      password: secrets.postgres,
      settings: PRODUCT_SETTINGS,
      folders: paths,
    });
    return {
      name: paths.root,
      connect: () => connect(withDatabase(server.url)),
      prepare: () => prepareDatabase(withDatabase(server.url), secrets.services, { ownServer: true }),
      objects,
      // It does not run, and its store is a copy.
      forgetEvents: () => rm(join(paths.nats, 'store'), { recursive: true, force: true }),
      close: async () => {
        await server.child.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
