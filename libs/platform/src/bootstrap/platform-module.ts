import {
  Global,
  Inject,
  Injectable,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { healthRpc, type RpcReply, type ServiceName } from '@inkling/contracts';
import type { Pool } from 'pg';
import type { BaseConfig } from '../config/base-config.js';
import { EventConsumers } from '../events/event-consumers.js';
import { EventStreams, publishedBy } from '../events/event-streams.js';
import { Health } from '../health/health.js';
import { OpsController } from '../health/ops-controller.js';
import { LiveBus } from '../messaging/live-bus.js';
import { Nats } from '../messaging/nats-connection.js';
import { RpcClient } from '../messaging/rpc-client.js';
import { Rpc, RpcController } from '../messaging/rpc-controller.js';
import { DeadLetters } from '../operations/dead-letters.js';
import { operationsController } from '../operations/operations-controller.js';
import { Republisher } from '../operations/republisher.js';
import { Outbox } from '../persistence/outbox.js';
import { OutboxRelay } from '../outbox/relay.js';
import { Database, ORM, POOL } from '../persistence/database.js';
import { ReadReplica, standbyUrl } from '../persistence/read-replica.js';
import { Metrics } from '../telemetry/metrics.js';
import { Tracing } from '../telemetry/tracing.js';
import type { ServiceDefinition } from './define-service.js';
import { BASE_CONFIG, CONFIG, SERVICE_NAME } from '../config/tokens.js';

export interface PlatformParts {
  readonly definition: ServiceDefinition;
  readonly config: BaseConfig & Record<string, unknown>;
  readonly nats: Nats;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly persistence: { orm: MikroORM; pool: Pool } | undefined;
}

const EVENTS_CHECK = { everyMs: 5_000, timeoutMs: 3_000 };

/** Starts the background work after the modules are ready, and ends all in an order in which nothing is lost. */
@Injectable()
class DatabaseLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly relay: OutboxRelay,
    private readonly consumers: EventConsumers,
    private readonly streams: EventStreams,
    private readonly health: Health,
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(ORM) private readonly orm: MikroORM,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.consumers.start();
    this.relay.start();
    const needed = [...new Set([...publishedBy(this.service), ...this.consumers.sources()])];
    const expectEvents = async (): Promise<void> => {
      await this.streams.expect(needed);
      this.relay.expectTaken();
    };
    this.health.watch('events', expectEvents, EVENTS_CHECK);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.consumers.stop();
  }

  /** Calls have been answered by now: what they committed is published before the connections go. */
  async onApplicationShutdown(): Promise<void> {
    await this.relay.stop();
    await this.orm.close();
  }
}

const healthController = (name: ServiceName) => {
  @RpcController()
  class HealthRpcController {
    constructor(
      @Inject(Health) private readonly health: Health,
      @Optional() @Inject(DeadLetters) private readonly deadLetters?: DeadLetters,
    ) {}

    @Rpc(healthRpc(name))
    async check({ counts }: { counts?: true | undefined }): Promise<RpcReply<ReturnType<typeof healthRpc>>> {
      const [state, counted] = await Promise.all([
        this.health.works(),
        counts ? this.deadLetters?.counts().catch(() => undefined) : undefined,
      ]);
      return { ...state, ...(counted ? { counts: counted } : {}) };
    }
  }
  return HealthRpcController;
};

/** The standby that the service reads from, where one is set. Connects when it is first read. */
function openReplica(service: string, config: BaseConfig, primary: Pool, metrics: Metrics): ReadReplica | undefined {
  const { DATABASE_READ_URL: given, DATABASE_URL: own, DATABASE_POOL: max } = config;
  if (given === undefined || own === undefined) return undefined;
  return new ReadReplica({ url: standbyUrl(given, own), max, service, primary, metrics });
}

/** What every service can inject, made from what the start has opened. */
@Global()
@Module({})
export class PlatformModule {
  static with({ definition, config, nats, metrics, tracing, persistence }: PlatformParts): DynamicModule {
    const shared = [
      { provide: CONFIG, useValue: config },
      { provide: BASE_CONFIG, useValue: config },
      { provide: SERVICE_NAME, useValue: definition.name },
      { provide: Nats, useValue: nats },
      { provide: Metrics, useValue: metrics },
      { provide: Tracing, useValue: tracing },
      { provide: POOL, useValue: persistence?.pool },
      RpcClient,
      LiveBus,
      Health,
    ];
    const stored = persistence
      ? [
          { provide: ORM, useValue: persistence.orm },
          { provide: ReadReplica, useFactory: () => openReplica(definition.name, config, persistence.pool, metrics) },
          Database,
          Outbox,
          EventStreams,
          OutboxRelay,
          EventConsumers,
          DeadLetters,
          Republisher,
          DatabaseLifecycle,
        ]
      : [];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      controllers: [
        ...(definition.ownOperations ? [] : [OpsController]),
        ...(persistence
          ? [healthController(definition.name as ServiceName), operationsController(definition.name as ServiceName)]
          : []),
      ],
      providers: [...shared, ...stored],
      exports: [...shared, ...(persistence ? [ORM, Database, ReadReplica, Outbox, EventStreams] : [])],
    };
  }
}
