import 'reflect-metadata';
import { Logger, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { BaseConfig, parseConfig, ConfigError } from '../config/base-config.js';
import { runAsService } from '../context/request-context.js';
import { Health } from '../health/health.js';
import { OpsServer } from '../health/ops-server.js';
import { JsonLogger } from '../logging/json-logger.js';
import { Nats } from '../messaging/nats-connection.js';
import { RpcErrorFilter, RpcServer } from '../messaging/rpc-server.js';
import { MIGRATION_TIMEOUT_MS, migrate, openOrm } from '../persistence/orm.js';
import { Metrics } from '../telemetry/metrics.js';
import { openTracing } from '../telemetry/trace-exporter.js';
import type { ServiceDefinition } from './define-service.js';
import { PlatformModule } from './platform-module.js';

export interface RunningService {
  readonly name: string;
  readonly app: NestFastifyApplication;
  /** Milliseconds for which `stop` goes on serving before it closes. */
  readonly drainMs: number;
  /** The operations port, where there is one. */
  readonly opsPort: number | undefined;
  /** Drains, finishes what is under way, publishes what is committed, closes everything. */
  stop(): Promise<void>;
  /** Cuts the draining short. False when there is none (any more). */
  hurry(): boolean;
}

export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** False where a separate job has run the migrations. Default: `MIGRATE` is not `false`. */
  readonly migrate?: boolean;
}

/**
 * Opens connections, migrates, starts the application and its background work.
 * @throws ConfigError for a bad environment; any other failure to start, after closing what was open
 */
export function startService(definition: ServiceDefinition, options: StartOptions = {}): Promise<RunningService> {
  return runAsService(definition.name, () => start(definition, options));
}

async function start(definition: ServiceDefinition, options: StartOptions): Promise<RunningService> {
  const env = options.env ?? process.env;
  const config = readConfig(definition, env);
  const logger = new JsonLogger(definition.name, config.LOG_LEVEL);
  // Connections and migrations log before there is an application to give the logger to.
  Logger.overrideLogger(logger);
  // On separate connections: a migration may change settings of the role, which only later connections have.
  if (options.migrate ?? env['MIGRATE'] !== 'false') await migrateService(definition, env);
  const persistence = await openPersistence(definition, config);
  const metrics = new Metrics(definition.name, config.APP_VERSION);
  const tracing = await openTracing(definition.name, config, metrics);
  let nats: Nats | undefined;
  let ops: OpsServer | undefined;
  try {
    nats = await Nats.connect({
      servers: config.NATS_URL,
      name: `inkling-${definition.name}`,
      user: config.NATS_USER,
      pass: config.NATS_PASSWORD,
    });

    const root = rootModule(
      definition,
      PlatformModule.with({ definition, config, nats, metrics, tracing, persistence }),
    );
    const app = await NestFactory.create<NestFastifyApplication>(
      root,
      definition.adapter?.(config) ?? new FastifyAdapter(),
      { logger, abortOnError: false },
    );
    await definition.configure?.(app, config);
    const rpc = new RpcServer(nats, definition.name, metrics, tracing);
    if (!definition.ownOperations) app.useGlobalFilters(new RpcErrorFilter(app.getHttpAdapter()));
    app.connectMicroservice({ strategy: rpc }, { inheritAppConfig: true });
    await app.init();
    await app.startAllMicroservices();
    // The server must have the subscriptions before the service counts as running.
    await nats.connection.flush();
    const health = app.get(Health);
    if (config.OPS_PORT !== undefined) ops = await OpsServer.listen(config.OPS_PORT, config.OPS_HOST, health, metrics);
    if (config.HTTP_PORT !== undefined) await app.listen(config.HTTP_PORT, config.HTTP_HOST);

    const connection = nats.connection;
    const draining = new EndableWait();
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      health.drain(config.DRAIN_MS);
      await draining.wait(config.DRAIN_MS);
      await app.close();
      nats?.flush();
      await connection.drain().catch(() => undefined);
      await Promise.all([tracing.close(), ops?.close()]);
    };
    return {
      name: definition.name,
      app,
      drainMs: config.DRAIN_MS,
      opsPort: ops?.port,
      stop: () => (stopping ??= stop()),
      hurry: () => draining.end(),
    };
  } catch (error) {
    await ops?.close();
    await tracing.close();
    await nats?.connection.close().catch(() => undefined);
    await persistence?.orm.close(true).catch(() => undefined);
    throw error;
  }
}

/** A wait that can be cut short. */
class EndableWait {
  #end: (() => void) | undefined;

  async wait(ms: number): Promise<void> {
    if (ms === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#end = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#end = undefined;
  }

  /** False when nobody waits. */
  end(): boolean {
    this.#end?.();
    return this.#end !== undefined;
  }
}

/** What migrations read of the environment. A Job that runs them stays the same when another setting changes. */
const MigrationConfig = BaseConfig.pick({ LOG_LEVEL: true, DATABASE_URL: true, DATABASE_POOL: true });

/** A process that migrates and ends: logs as the service itself does, which a collector can read. */
export function runMigrations(definition: ServiceDefinition, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  return runAsService(definition.name, async () => {
    Logger.overrideLogger(
      new JsonLogger(definition.name, parseConfig(definition.name, MigrationConfig, env).LOG_LEVEL),
    );
    await migrateService(definition, env);
  });
}

/** Runs a service's pending migrations and nothing else. */
export async function migrateService(
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const config = parseConfig(definition.name, MigrationConfig, env);
  const persistence = await openPersistence(definition, config, MIGRATION_TIMEOUT_MS);
  if (!persistence) return;
  try {
    await migrate(persistence.orm, persistence.pool, definition.name);
  } finally {
    await persistence.orm.close(true);
  }
}

const readConfig = (definition: ServiceDefinition, env: NodeJS.ProcessEnv) =>
  parseConfig(definition.name, BaseConfig.extend(definition.config.shape), env) as BaseConfig & Record<string, unknown>;

async function openPersistence(
  definition: ServiceDefinition,
  config: Pick<BaseConfig, 'DATABASE_URL' | 'DATABASE_POOL'>,
  statementTimeoutMs?: number,
) {
  if (!definition.migrations) return undefined;
  if (!config.DATABASE_URL) throw new ConfigError(`${definition.name}: bad configuration. DATABASE_URL: is required`);
  return openOrm({
    schema: definition.name,
    url: config.DATABASE_URL,
    pool: config.DATABASE_POOL,
    entities: definition.entities ?? [],
    migrations: definition.migrations,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
}

function rootModule(definition: ServiceDefinition, platform: ReturnType<typeof PlatformModule.with>): Type<object> {
  @Module({ imports: [platform, definition.module] })
  class RootModule {}
  return RootModule;
}
