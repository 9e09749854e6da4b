import { z } from 'zod';
import { TracingConfig } from '../telemetry/tracing-config.js';

/** Environment of every service. Names and meanings are in `.env.example`. */
export const BaseConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NATS_URL: z.string().min(1),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  /** The service's own role; absent only for the gateway, which has no schema. */
  DATABASE_URL: z.string().min(1).optional(),
  /**
   * A standby for reads that may be late (ADR 37). User, password and database are those of DATABASE_URL unless it
   * names them. The gateway, which reads no database, only needs to know that there is one.
   */
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://host:5432' }).optional(),
  /** Connections at the most, per process. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  /**
   * `/health/*` and `/metrics`; for the gateway the public port, which has no `/metrics`. Without it the process
   * listens on nothing.
   */
  HTTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Failures of an event in this process before it becomes a dead letter. */
  EVENT_ATTEMPTS: z.coerce.number().int().min(1).max(100).default(8),
  /** Milliseconds for which a consumer that adds up gathers events, while there are many. Less than NATS waits, 5 s. */
  EVENT_GATHER_MS: z.coerce.number().int().min(0).max(4_000).default(1_000),
  HTTP_HOST: z.string().default('127.0.0.1'),
  /** A separate port for `/health/*` and `/metrics`; the gateway serves its metrics only there. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  OPS_HOST: z.string().default('127.0.0.1'),
  /** Milliseconds for which a process that is ending goes on serving, unready, so that callers go elsewhere. */
  DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  /** What runs, for `/metrics`. */
  APP_VERSION: z.string().default('0.1.0'),
  ...TracingConfig.shape,
});
export type BaseConfig = z.infer<typeof BaseConfig>;

/** One line that says which variables are wrong and why; the start stops on it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Parses an environment once, at the start.
 * @throws ConfigError naming every missing or bad variable, never its value
 */
export function parseConfig<S extends z.ZodObject>(service: string, schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  // An empty variable is how compose files say "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`${service}: bad configuration. ${problems.join('; ')}`);
}
