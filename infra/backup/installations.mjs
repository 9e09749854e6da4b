import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { stopLeftovers } from '../local/children.mjs';
import { prepareDatabase, sharedPasswords } from '../local/databases.mjs';
import { LaunchFailure } from '../local/failure.mjs';
import { acquireLock } from '../local/lock.mjs';
import { ROOT, dataPaths, prepareDataFolder } from '../local/paths.mjs';
import { PRODUCT_SETTINGS, connect, startPostgres } from '../local/postgres.mjs';
import { loadSecrets } from '../local/secrets.mjs';
import { deleteStreams } from './events.mjs';
import { bucketOfObjects, folderOfObjects } from './object-stores.mjs';
import { openTunnel } from './tunnel.mjs';

const DATABASE = 'inkling';

/**
 * What is backed up or restored, whatever it runs on.
 * @typedef {object} Installation
 * @property {string} name for people
 * @property {() => Promise<import('pg').Client>} connect as the owner; the caller ends the connection
 * @property {() => Promise<Record<string, string>>} prepare makes database, roles and schemas where they are missing; service -> its DATABASE_URL
 * @property {import('./object-stores.mjs').Objects} objects
 * @property {() => Promise<void>} forgetEvents
 * @property {() => Promise<void>} close
 */

/**
 * The installation that the options and the environment mean: `--compose`, else DATABASE_URL, else that of `npm start`.
 * @param {{ compose: boolean, services: readonly string[], restoring: boolean, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Installation>}
 * @throws {LaunchFailure} when it is not there, or runs while it is to be replaced
 */
export function findInstallation({ compose, services, restoring, env = process.env }) {
  if (compose) return composed(services);
  return env.DATABASE_URL ? given(services, env) : local(services, restoring, env);
}

const withDatabase = (url) => {
  const target = new URL(url);
  if (target.pathname.length <= 1) target.pathname = `/${DATABASE}`;
  return target.href;
};

/** A value for every service, from variables such as DATABASE_PASSWORD_POLLS. */
function passwordsFrom(env, services) {
  const passwords = Object.fromEntries(services.map((name) => [name, env[`DATABASE_PASSWORD_${name.toUpperCase()}`]]));
  return Object.values(passwords).every(Boolean) ? passwords : undefined;
}

async function objectsFrom(env, folder) {
  if (!env.S3_ENDPOINT) return folderOfObjects(folder);
  return bucketOfObjects({ endpoint: env.S3_ENDPOINT, bucket: env.S3_BUCKET || 'inkling-media', accessKey: env.S3_ACCESS_KEY, secretKey: env.S3_SECRET_KEY, region: env.S3_REGION || 'us-east-1' });
}

async function given(services, env) {
  const passwords = passwordsFrom(env, services) ?? sharedPasswords(env.DATABASE_URL, services);
  if (!passwords) throw new LaunchFailure('Give DATABASE_PASSWORD_<SERVICE> for each service, or a password in DATABASE_URL.');
  return {
    name: `the database at ${new URL(env.DATABASE_URL).host}`,
    connect: () => connect(withDatabase(env.DATABASE_URL)),
    prepare: () => prepareDatabase(env.DATABASE_URL, passwords),
    objects: await objectsFrom(env, resolve(ROOT, env.MEDIA_DIR || join(env.DATA_DIR || '.data', 'uploads'))),
    forgetEvents: async () => {
      if (!env.NATS_URL) throw new LaunchFailure('Give NATS_URL too: the event store must forget what it has.');
      await deleteStreams({ servers: env.NATS_URL, user: env.NATS_USER, pass: env.NATS_PASSWORD });
    },
    close: async () => undefined,
  };
}

async function composed(services) {
  const file = join(ROOT, '.env');
  if (!existsSync(file)) throw new LaunchFailure('There is no .env: this is no composed installation.');
  const env = { ...parseEnv(readFileSync(file, 'utf8')) };
  const passwords = passwordsFrom(env, services);
  if (!passwords || !env.POSTGRES_PASSWORD) throw new LaunchFailure('.env lacks passwords of the database: npm run secrets');
  const tunnels = await Promise.all([openTunnel('postgres', 5432), openTunnel('nats', 4222), openTunnel('s3', 9000)]);
  const [postgres, nats, s3] = tunnels;
  const ownerUrl = `postgres://inkling:${encodeURIComponent(env.POSTGRES_PASSWORD)}@127.0.0.1:${postgres.port}/${DATABASE}`;
  return {
    name: 'the composed installation',
    connect: () => connect(ownerUrl),
    prepare: () => prepareDatabase(ownerUrl, passwords, { ownServer: true }),
    objects: await objectsFrom({ ...env, S3_ENDPOINT: env.S3_ENDPOINT || `http://127.0.0.1:${s3.port}` }),
    forgetEvents: () => deleteStreams({ servers: `nats://127.0.0.1:${nats.port}`, user: 'admin', pass: env.NATS_PASSWORD_ADMIN }),
    close: async () => tunnels.forEach((tunnel) => tunnel.close()),
  };
}

/** Started when it does not run; what runs is backed up as it is and never replaced. */
async function local(services, restoring, env) {
  const paths = dataPaths(env.DATA_DIR || '.data');
  const addresses = join(paths.root, 'addresses.json');
  const objects = await objectsFrom(env, env.MEDIA_DIR ? resolve(ROOT, env.MEDIA_DIR) : join(paths.root, 'uploads'));
  if (!restoring && !existsSync(paths.postgres)) throw new LaunchFailure(`There is no installation in ${paths.root}: give its DATA_DIR, its DATABASE_URL, or --compose.`);
  await prepareDataFolder(paths);
  const lock = await acquireLock(paths.lock);
  if (!lock.held) {
    if (restoring) throw new LaunchFailure(`Inkling runs on ${paths.root} (process ${lock.pid}): stop it first.`);
    if (!existsSync(addresses)) throw new LaunchFailure(`Inkling is just starting or stopping on ${paths.root}: try again.`);
    const { databaseUrl } = JSON.parse(readFileSync(addresses, 'utf8'));
    return { name: paths.root, connect: () => connect(withDatabase(databaseUrl)), objects, close: async () => undefined };
  }
  try {
    await stopLeftovers(paths.run, ['nats', 'postgres']);
    const secrets = await loadSecrets(paths.secrets, [...services]);
    const server = await startPostgres({ folder: paths.postgres, password: secrets.postgres, settings: PRODUCT_SETTINGS, folders: paths });
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
