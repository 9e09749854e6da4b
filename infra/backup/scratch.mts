import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { stopLeftovers } from '../local/children.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { PRODUCT_SETTINGS, connect, startPostgres } from '../local/postgres.mts';
import { identify, isRunning } from '../local/process-identity.mjs';

const OWNER = 'owner.json';
const PREFIX = 'inkling_verify_';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** For data that is useless after the trial, beside a product that needs the machine. */
const SETTINGS = {
  ...PRODUCT_SETTINGS,
  shared_buffers: '128MB',
  max_connections: '40',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** A database for one trial, with empty schemas and no roles but its owner's. */
export interface Scratch {
  /** The owner's, connected. */
  client: Client;
  /** URL for connections that work in a service's schema. */
  urlFor: (service: string) => Promise<string>;
  /** Removes what was made for the trial. */
  close: () => Promise<void>;
}

interface ScratchServer {
  /** Of the scratch database. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Makes a scratch database, after removing those that killed runs have left.
 * @param options `services`: whose schemas it gets; `folder`: where a new PostgreSQL keeps its data meanwhile;
 *   `room`: bytes that have to be free there; `url`: an owner's, of a server to use instead
 * @throws {LaunchFailure} when there is no room, or no server
 */
export async function openScratch({
  services,
  folder,
  room,
  url,
}: {
  services: readonly string[];
  folder: string;
  room: number;
  url?: string;
}): Promise<Scratch> {
  const server = url ? await onServer(url) : await ownServer(folder, room);
  const stopListening = onSignals(() => server.close());
  try {
    const client = await connect(server.url);
    await client.query(await readFile(join(ROOT, 'infra/postgres/database.sql'), 'utf8'));
    for (const service of services) await client.query(`create schema ${client.escapeIdentifier(service)}`);
    const urlFor = async (service: string) => {
      const { rows } = await client.query('select current_user as role, current_database() as database');
      const names: string[] = [rows[0].role, rows[0].database, service];
      const [role, database, schema] = names.map((name) => client.escapeIdentifier(name));
      // A service's own role finds its schema by the same setting.
      await client.query(`alter role ${role} in database ${database} set search_path = ${schema}, public`);
      return server.url;
    };
    const close = async () => {
      stopListening();
      await client.end();
      await server.close();
    };
    return { client, urlFor, close };
  } catch (error) {
    stopListening();
    await server.close();
    throw error;
  }
}

/** Does something before a signal ends the process. @returns what cancels this */
function onSignals(work: () => Promise<void>) {
  const end = () => void work().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Starts a new PostgreSQL, so that the one of the product is not slowed down. */
async function ownServer(folder: string, room: number): Promise<ScratchServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await sweepFolders(folder);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < room) {
    const [free, need] = [bavail * bsize, room].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`);
    throw new LaunchFailure(
      `Trying a restore needs ${need} in ${folder}, and ${free} are free: give another folder by --scratch.`,
    );
  }
  const root = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  const folders = { logs: join(root, 'logs'), run: join(root, 'run') };
  for (const each of Object.values(folders)) mkdirSync(each, { recursive: true });
  writeFileSync(join(root, OWNER), JSON.stringify(identify(process.pid)));
  const clear = () => rmSync(root, { recursive: true, force: true });
  const password = randomBytes(16).toString('hex');
  try {
    const server = await startPostgres({ folder: join(root, 'postgres'), password, settings: SETTINGS, folders });
    const admin = await connect(`${server.url}/postgres`);
    try {
      await admin.query('create database scratch template template0');
    } finally {
      await admin.end();
    }
    const close = async () => {
      await server.child.stop();
      clear();
    };
    return { url: `${server.url}/scratch`, close };
  } catch (error) {
    await stopLeftovers(folders.run, []);
    clear();
    throw error;
  }
}

/** Removes what killed runs have left, and stops the servers in it. */
async function sweepFolders(folder: string) {
  for (const name of readdirSync(folder)) {
    const root = join(folder, name);
    let owner;
    try {
      owner = JSON.parse(readFileSync(join(root, OWNER), 'utf8'));
    } catch {
      // Not made by this program, or just being made.
      continue;
    }
    if (isRunning(owner)) continue;
    await stopLeftovers(join(root, 'run'), []);
    rmSync(root, { recursive: true, force: true });
  }
}

/** Uses an existing server. An advisory lock of this session says that the scratch database is in use. */
async function onServer(given: string): Promise<ScratchServer> {
  const at = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` });
  const { host, href } = at('postgres');
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
  const admin = await connect(href).catch((cause) => {
    throw new LaunchFailure(`The server at ${host} cannot be used: ${reasonOf(cause)}.`, { cause });
  });
  const drop = (database: string) =>
    admin.query(`drop database if exists ${admin.escapeIdentifier(database)} with (force)`);
  try {
    const { rows } = await admin.query<{ left: string }>(
      `select datname as left from pg_database where datname ~ '^${PREFIX}[0-9a-f]{16}$'`,
    );
    for (const { left } of rows) {
      const { rows: locks } = await admin.query<{ free: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
        [left],
      );
      if (locks[0].free) await drop(left);
    }
    await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    await admin.query(`create database ${admin.escapeIdentifier(name)} template template0`);
  } catch (cause) {
    await admin.end();
    throw new LaunchFailure(`No scratch database can be made at ${host}: ${reasonOf(cause)}.`, { cause });
  }
  const close = async () => {
    try {
      await drop(name);
    } finally {
      await admin.end();
    }
  };
  return { url: at(name).href, close };
}
