import { z } from 'zod';
import { Id } from '../common.js';
import { InsightKind, Insights } from '../http/insights.js';
import { rpc } from './define.js';

/** Above the provider's own timeout, so that a slow provider does not look like a service that is away. */
const GENERATE_TIMEOUT_MS = 75_000;

export const insightsRpc = {
  /** `publicOnly`: who may see the poll is not known now, so one for followers is `unavailable`. */
  get: rpc('insights.get', z.object({ pollId: Id, publicOnly: z.literal(true).optional() }), Insights, { retry: true }),
  generate: rpc(
    'insights.generate',
    // A gateway of an earlier version does not say where the caller is.
    z.object({
      pollId: Id,
      userId: Id,
      client: z.object({ ip: z.string().max(64) }).optional(),
      publicOnly: z.literal(true).optional(),
    }),
    Insights,
    { timeoutMs: GENERATE_TIMEOUT_MS },
  ),
  /** Whether a Deep Dive can be had now, and what it would be made of. */
  features: rpc('insights.features', z.object({}), z.object({ insights: z.boolean(), kind: InsightKind.nullable() }), {
    retry: true,
  }),
};
