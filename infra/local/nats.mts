import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startChild, type Child } from './children.mts';
import { LaunchFailure } from './failure.mjs';
import { freePort } from './ports.mts';
import { isAtLeast } from './version.mjs';
import type { NatsSource } from './nats-acquire.mts';

/** The first version with `sync_interval`; older ones refuse a configuration that has it. */
const KNOWS_SYNC_INTERVAL = [2, 10, 0];
const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 20_000;

export interface NatsOptions {
  source: NatsSource;
  /** For configuration and store. */
  folder: string;
  folders: { logs: string; run: string };
  /** Of log and run file. */
  name?: string;
  credentials?: { user: string; password: string };
  /** Default: a free one. */
  port?: number;
  /** Flush every message to disk before it is acknowledged; default true. */
  durable?: boolean;
}

/**
 * Starts a NATS server with JetStream on the loopback interface and waits until it answers.
 * @throws {LaunchFailure}
 */
export async function startNats(options: NatsOptions): Promise<{ url: string; port: number; child: Child }> {
  mkdirSync(options.folder, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const child = startChild({ name: options.name ?? 'nats', ...serverCommand(options, port) }, options.folders);
    if (await answers(child, port)) return { url: `nats://127.0.0.1:${port}`, port, child };
    await child.stop();
    if (attempt === START_ATTEMPTS) throw failure(options);
  }
}

function serverCommand(options: NatsOptions, port: number) {
  const config = join(options.folder, 'nats.conf');
  const contained = options.source.kind === 'container';
  writeFileSync(
    config,
    natsConfig({
      ...options,
      port: contained ? 4222 : port,
      host: contained ? '0.0.0.0' : '127.0.0.1',
      store: contained ? '/data' : join(options.folder, 'store'),
    }),
    { mode: 0o600 },
  );
  if (options.source.kind === 'binary') return { command: options.source.path, args: ['-c', config] };
  const { engine, image } = options.source;
  // The name finds a container whose client was killed.
  const name = `inkling-nats-${createHash('sha256').update(options.folder).digest('hex').slice(0, 12)}`;
  try {
    execFileSync(engine, ['rm', '-f', name], { stdio: 'ignore' });
  } catch {
    // There was none.
  }
  mkdirSync(join(options.folder, 'store'), { recursive: true });
  const volumes = ['-v', `${join(options.folder, 'store')}:/data`, '-v', `${config}:/nats.conf:ro`];
  return {
    command: engine,
    args: ['run', '--rm', '--name', name, '-p', `127.0.0.1:${port}:4222`, ...volumes, image, '-c', '/nats.conf'],
  };
}

/** The server's configuration. `max_payload` stays at the default, 1 MiB. */
export function natsConfig({
  host,
  port,
  store,
  source,
  durable = true,
  credentials,
}: {
  host: string;
  port: number;
  store: string;
  source: { version: readonly number[] };
  durable?: boolean;
  credentials?: { user: string; password: string };
}): string {
  const sync = durable && isAtLeast(source.version, KNOWS_SYNC_INTERVAL) ? ', sync_interval: always' : '';
  const lines = [
    `listen: ${JSON.stringify(`${host}:${port}`)}`,
    `jetstream { store_dir: ${JSON.stringify(store)}${sync} }`,
  ];
  if (credentials)
    lines.push(
      `authorization { user: ${JSON.stringify(credentials.user)}, password: ${JSON.stringify(credentials.password)} }`,
    );
  return `${lines.join('\n')}\n`;
}

/** NATS greets every connection with a line that begins with INFO. */
async function answers(child: Child, port: number) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.running() && Date.now() < deadline) {
    if (await greets(port)) return child.running();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

const greets = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('data', (data) => end(data.toString('latin1').startsWith('INFO')));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });

function failure({ folders, name = 'nats' }: NatsOptions) {
  const log = join(folders.logs, `${name}.log`);
  const detail = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000).split('\n').slice(-6).join('\n') : undefined;
  return new LaunchFailure(`The NATS server does not start. Its log is ${log}.`, { detail });
}
