/** Starts the product as `npm start -- --processes` does, on a new data folder, and stops it again. */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '../local/databases.mts';
import { opsPort } from '../local/environment.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { probePort } from '../local/ports.mts';
import { withOpenFiles } from './sockets/open-files.mts';

const START_MS = 180_000;
const STOP_MS = 60_000;
const INTERRUPTED = 130;
/** The gateway and, after it, one port per service. */
const PORTS = 10;

/** Ways to stop what has been started. */
const running: Set<() => Promise<void>> = new Set();
// A Ctrl-C reaches the launchers by the terminal as well; asking them once more to stop does no harm.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(
    signal,
    () => void Promise.all([...running].map((stop) => stop())).then(() => process.exit(INTERRUPTED)),
  );

export interface Product {
  origin: string;
  port: number;
  /** Address of the gateway's health and metrics. */
  operations: string;
  /** The superuser's. */
  databaseUrl: string;
  /** Signs the access tokens. */
  secret: string;
  /** Process id; all of the product's processes descend from it. */
  launcher: number;
  stop: () => Promise<void>;
}

/**
 * @param where `openFiles`: how many each of its processes has to be able to open
 * @returns ready
 * @throws when it does not start; its own words are on the terminal
 */
export async function startProduct({
  dataDir,
  profile,
  openFiles = 0,
  checkout = ROOT,
  settings = {},
}: {
  dataDir: string;
  profile?: string | undefined;
  openFiles?: number;
  /** The folder of the checkout to start. */
  checkout?: string | undefined;
  /** Added to the environment. */
  settings?: Readonly<Record<string, string>>;
}): Promise<Product> {
  const start = withOpenFiles(openFiles, process.execPath, [
    join(checkout, 'infra', 'local', 'start.mjs'),
    '--processes',
  ]);
  if ('limit' in start)
    throw new LaunchFailure(
      `A process may open ${start.limit} files here, and this benchmark needs ${openFiles}: raise the limit (ulimit -n) or ask for less.`,
    );
  await mkdir(dataDir, { recursive: true });
  const port = await freePorts();
  const secret = randomBytes(32).toString('hex');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SESSION_SECRET: secret,
    // The load is measured, and not the work that its people's browsers would do.
    POW_DIFFICULTY: '0',
    // Never a database or a broker that someone uses: both are started afresh.
    DATABASE_URL: '',
    NATS_URL: '',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    ...settings,
    ...(profile ? { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --cpu-prof --cpu-prof-dir=${profile}` } : {}),
  };
  const child = spawn(start.command, start.args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  let alive = true;
  const exited = new Promise((resolve) => child.once('exit', () => resolve((alive = false))));
  const stop = async () => {
    running.delete(stop);
    if (!alive) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(timer);
  };
  running.add(stop);
  const addresses = join(dataDir, 'addresses.json');
  const deadline = Date.now() + START_MS;
  while (!existsSync(addresses)) {
    if (!alive) throw new LaunchFailure('Inkling did not start: see above.');
    if (Date.now() > deadline) {
      await stop();
      throw new LaunchFailure(`Inkling was not ready after ${START_MS / 1_000} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { databaseUrl: superuserUrl, pid } = JSON.parse(await readFile(addresses, 'utf8'));
  const databaseUrl = new URL(superuserUrl);
  if (databaseUrl.pathname.length <= 1) databaseUrl.pathname = '/inkling';
  const operations = `http://127.0.0.1:${opsPort(port, await serviceNames())}`;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    operations,
    databaseUrl: databaseUrl.href,
    secret,
    launcher: pid,
    stop,
  };
}

/** The first of a row of ports that are free now. */
async function freePorts() {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = randomInt(20_000, 32_000);
    const states = await Promise.all(Array.from({ length: PORTS }, (_, n) => probePort(first + n, 'localhost')));
    if (states.every((state) => state === 'free')) return first;
  }
  throw new LaunchFailure('no row of free ports was found');
}
