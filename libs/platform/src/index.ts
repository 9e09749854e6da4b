export { ActivityCounter } from './activity/activity-counter.js';
export { HALF_LIFE_MS, halfLives, weightAt } from './activity/decay.js';
export { defineService, type ServiceDefinition } from './bootstrap/define-service.js';
export { BASE_CONFIG, CONFIG, SERVICE_NAME } from './config/tokens.js';
export { runService } from './bootstrap/run-service.js';
export {
  migrateService,
  runMigrations,
  startService,
  type RunningService,
  type StartOptions,
} from './bootstrap/start-service.js';
export { BatchLoader } from './concurrency/batch-loader.js';
export { Batcher, type BatcherLimits } from './concurrency/batcher.js';
export { LruCache } from './concurrency/lru-cache.js';
export { PeriodicTask, type PeriodicTaskOptions } from './concurrency/periodic-task.js';
export { PeriodicWorker } from './concurrency/periodic-worker.js';
export { QueueWorker } from './concurrency/queue-worker.js';
export { Semaphore } from './concurrency/semaphore.js';
export { SharedRead } from './concurrency/shared-read.js';
export { Throttle, type ThrottleOptions } from './concurrency/throttle.js';
export { WorkQueue, backoffMs, type Claimed, type WorkQueueOptions } from './concurrency/work-queue.js';
export { BaseConfig, ConfigError, parseConfig } from './config/base-config.js';
export {
  currentRequestId,
  currentSpan,
  requestIdOrNew,
  runWithContext,
  type RequestContext,
} from './context/request-context.js';
export { allowLateReads, readsMayBeLate, refuseLateReads } from './context/late-reads.js';
export { ApiError } from './errors/api-error.js';
export { isConnectionFailure, isRetryable } from './errors/database-errors.js';
export { parseOrReject } from './errors/invalid-request.js';
export { retryDelayMs } from './events/event-consumers.js';
export { EventStreams, producerOf, streamOf } from './events/event-streams.js';
export { OnEvent, OnEvents, consumerName, eventHandlersOf } from './events/on-event.js';
export { NotReady, READY, type CheckTimes } from './health/readiness-check.js';
export { Health, type Parts, type ReadinessBody } from './health/health.js';
export { Block, Mute } from './blocks/block.entities.js';
export { storeBlock, storeMute } from './blocks/block-projection.js';
export { CREATE_INSTANCE_SETTINGS, StoredSettings, readSettings, storeSettings } from './instance/stored-settings.js';
export { clientBlock, clientNetwork, networkShares, type NetworkShare } from './limits/client-network.js';
export { PersonLimitCount } from './limits/person-limit.entity.js';
export { PersonLimitsMigration } from './limits/person-limits-migration.js';
export { takenColumns, takenWithin, type TakenWithinRow } from './limits/person-limits.sql.js';
export { REFUSED_MS, RememberedRefusals } from './limits/remembered-refusals.js';
export { PersonLimit, PersonLimits, type LimitUse, type LimitedPerson } from './limits/person-limits.js';
export { JsonLogger } from './logging/json-logger.js';
export { LiveBus } from './messaging/live-bus.js';
export { Nats } from './messaging/nats-connection.js';
export { RpcClient } from './messaging/rpc-client.js';
export { Rpc, RpcController, type RpcRequestOf } from './messaging/rpc-controller.js';
export { RpcErrorFilter, RpcServer } from './messaging/rpc-server.js';
export { RawJson, encodeFailure, encodeReply, encodeRequest, openReply } from './messaging/rpc-wire.js';
export { Outbox, type OutboxRow } from './persistence/outbox.js';
export { NOW, RIGHT_NOW, fromNow } from './persistence/clock.js';
export { Database, ORM, POOL, type Reads, type Sql, type Transaction } from './persistence/database.js';
export { LAG_MAX_MS, ReadReplica } from './persistence/read-replica.js';
export { deleteInBatches, repeatInBatches, type Expired } from './persistence/delete-in-batches.js';
export { lockIds } from './persistence/lock-ids.js';
export { migrationsIn } from './persistence/migrations-in.js';
export type { MigrationEntry } from './persistence/orm.js';
export type { PlatformTables, TablesOf } from './persistence/platform.entities.js';
export { observePool } from './persistence/pool-metrics.js';
export {
  platformData,
  copiesOfBlocks,
  copiesOfAudiences,
  copyOfSettings,
  sharedData,
  type ImpersonalTable,
  type Kept,
  type PersonalTable,
  type StoredData,
  type StoredTable,
} from './persistence/stored-data.js';
export { ProofOfWorkConfig } from './proof-of-work/proof-of-work-config.js';
export { ProofsOfWork } from './proof-of-work/proofs-of-work.js';
export { CREATE_USED_WORK, UsedWork } from './proof-of-work/used-work.entity.js';
export { CREATE_PURGED_USERS, LAST_VERSION, PurgedUser, type PurgeRequest } from './purge/purged-user.entity.js';
export { PurgeWorker, purgedAmong, type Purge } from './purge/purge-worker.js';
export {
  ADD_ASKING_FOLLOWERS,
  CREATE_RESTRICTED_AUTHORS,
  AudienceFollow,
  RestrictedAuthor,
} from './audience/restricted-author.entities.js';
export {
  NOBODY_ASKS_FOLLOWERS,
  NOBODY_SILENCED,
  followsNobodyRestrictedSql,
  inAudienceSql,
  silencedIdsSql,
  unsilencedForSql,
  unsilencedSql,
} from './audience/audience.sql.js';
export {
  RestrictedAuthors,
  type FollowChange,
  type FollowersPage,
  type FollowersRequest,
} from './audience/restricted-authors.js';
export { METRICS_TYPE, Metrics, type Sample } from './telemetry/metrics.js';
export { Probe } from './telemetry/probe.js';
export { parseTraceparent } from './telemetry/trace-context.js';
export { Tracing, continueRequest } from './telemetry/tracing.js';
