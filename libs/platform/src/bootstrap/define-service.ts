import type { Type } from '@nestjs/common';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { BaseConfig } from '../config/base-config.js';
import type { Entity, MigrationEntry } from '../persistence/orm.js';

/** All that makes one service differ from another at start-up. */
export interface ServiceDefinition<C extends z.ZodObject = z.ZodObject> {
  /** Queue group, schema name, and `service` in logs and metrics. */
  readonly name: string;
  /** Environment variables particular to this service. */
  readonly config: C;
  readonly module: Type<object>;
  /** All tables of its schema but the platform's. */
  readonly entities?: readonly Entity[];
  /** Present (even when empty) for a service with a schema; absent for one without a database. */
  readonly migrations?: readonly MigrationEntry[];
  /** An HTTP adapter of one's own; the default serves only health and metrics. */
  adapter?(config: z.output<C> & BaseConfig): FastifyAdapter;
  /** Filters, WebSocket adapter, plugins: before the application starts to listen. */
  configure?(app: NestFastifyApplication, config: z.output<C> & BaseConfig): void | Promise<void>;
  /** Set when the module brings its own `/health` and `/metrics`. */
  readonly ownOperations?: boolean;
}

export const defineService = <C extends z.ZodObject>(definition: ServiceDefinition<C>): ServiceDefinition<C> =>
  definition;
