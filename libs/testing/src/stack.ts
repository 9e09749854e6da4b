import { LiveBus, Nats, RpcClient, startService, type RunningService, type ServiceDefinition } from '@inkling/platform';
import pg from 'pg';
import {
  createTestDatabase,
  createTestNats,
  type TestDatabase,
  type TestNats,
} from '../../../infra/test/stack-support.mjs';
import { migratedSchemas } from './migrated-schemas.js';

export interface StackOptions {
  /** Started in this order; those with migrations get a schema and a role. */
  readonly services: readonly ServiceDefinition[];
  /** Added to every service's environment, over the defaults. */
  readonly env?: NodeJS.ProcessEnv;
  /** Superuser's URL of a PostgreSQL; default: the one that tests share. */
  readonly server?: string | undefined;
}

/** Services on a database and a NATS server that nothing else uses. */
export interface Stack {
  readonly rpc: RpcClient;
  readonly bus: LiveBus;
  readonly nats: Pick<TestNats, 'url' | 'stop' | 'start' | 'lose'>;
  /** Superuser's URL of the stack's database. */
  readonly databaseUrl: string;
  /** Rows of a statement run as the superuser with a service's schema first on the search path. */
  sql<Row extends object = Record<string, unknown>>(
    service: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** The environment a service was started with, for starting it as a separate process. */
  env(service: string): NodeJS.ProcessEnv;
  /** A running service, for its injectables. */
  service(name: string): RunningService;
  stopService(name: string): Promise<void>;
  /** Starts a stopped service again, on the same data. */
  startService(name: string): Promise<RunningService>;
  stop(): Promise<void>;
}

/** Specs wait this many times a call's timeout. Specs about timeouts use their own client. */
const TIMEOUT_FACTOR = 5;

const DEFAULTS: NodeJS.ProcessEnv = {
  // No spec reaches the outside: nothing listens there.
  WIKIPEDIA_BASE_URL: 'http://127.0.0.1:9',
  NODE_ENV: 'test',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  SESSION_SECRET: 'a secret of at least 32 characters, for tests',
  // Specs that call services directly; those that use HTTP set a difficulty.
  POW_DIFFICULTY: '0',
  // A hash at the real cost takes 40 ms of the processor, and specs sign up thousands of people.
  AUTH_HASH_MEMORY_KIB: '64',
  // Short, so that specs wait little for consumers that gather, and for votes to show in notifications.
  EVENT_GATHER_MS: '50',
  VOTE_NOTICE_INTERVAL_MS: '0',
};

/**
 * Starts services for a spec: fresh database, own NATS server, real migrations.
 * @throws what a service's start throws, after everything is stopped again
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const withSchema = options.services.filter(({ migrations }) => migrations).map(({ name }) => name);
  const schemas = await migratedSchemas(options.services, { ...DEFAULTS, ...options.env });
  const [database, broker] = await both(createTestDatabase(withSchema, schemas, options.server), createTestNats());
  const running = new Map<string, RunningService>();
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  pool.on('error', () => undefined);
  let nats: Nats | undefined;

  const env = (name: string): NodeJS.ProcessEnv => ({
    ...DEFAULTS,
    NATS_URL: broker.url,
    ...(database.urls[name] ? { DATABASE_URL: database.urls[name] } : {}),
    ...options.env,
  });
  const start = async (name: string): Promise<RunningService> => {
    const definition = options.services.find((one) => one.name === name);
    if (!definition) throw new Error(`This stack has no service ${name}`);
    const service = await startService(definition, { env: env(name), migrate: false });
    running.set(name, service);
    return service;
  };
  const stop = async (): Promise<void> => {
    // A stopped broker would keep the services from draining.
    await broker.start();
    await Promise.allSettled([...running.values()].map((service) => service.stop()));
    await nats?.connection.close();
    await pool.end();
    await Promise.all([broker.remove(), database.drop()]);
  };

  try {
    nats = await Nats.connect({ servers: broker.url, name: 'inkling-spec' });
    for (const { name } of options.services) await start(name);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  const rpc = new RpcClient(nats, undefined, undefined, TIMEOUT_FACTOR);
  return {
    rpc,
    bus: new LiveBus(nats),
    nats: broker,
    databaseUrl: database.ownerUrl,
    sql: (service, text, values) => query(pool, service, text, values),
    env,
    service: (name) => {
      const service = running.get(name);
      if (!service) throw new Error(`${name} does not run in this stack`);
      return service;
    },
    stopService: async (name) => {
      await running.get(name)?.stop();
      running.delete(name);
    },
    startService: start,
    stop: async () => {
      rpc.onApplicationShutdown();
      await stop();
    },
  };
}

async function query<Row extends object>(
  pool: pg.Pool,
  service: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    await client.query(`select set_config('search_path', $1, false)`, [`${pg.escapeIdentifier(service)}, public`]);
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  } finally {
    client.release();
  }
}

/** Neither part may outlive a failure of the other. */
async function both(database: Promise<TestDatabase>, broker: Promise<TestNats>): Promise<[TestDatabase, TestNats]> {
  const [first, second] = await Promise.allSettled([database, broker]);
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value];
  if (first.status === 'fulfilled') await first.value.drop();
  if (second.status === 'fulfilled') await second.value.remove();
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason;
}
