import { z } from 'zod';
import { rpc } from './define.js';

export const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Each part is `ok`, or says why not; a service of an older version names none. */
const Readiness = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.string()).optional(),
  /** Only when asked for, and when the database says so. */
  counts: z
    .object({
      /** Events given up on and not replayed. */
      deadLetters: z.int().min(0),
      /** Events in the outbox that are not published. */
      unpublished: z.int().min(0),
    })
    .optional(),
});

/** Each service answers for its own readiness; the gateway's `/health/ready` asks them all. */
export const healthRpc = (service: ServiceName) =>
  rpc(`${service}.health`, z.object({ counts: z.literal(true).optional() }), Readiness, {
    timeoutMs: 2_000,
    retry: true,
  });
