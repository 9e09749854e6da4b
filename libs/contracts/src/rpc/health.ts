import { z } from 'zod';
import { rpc } from './define.js';

export const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Each part is `ok`, or says why not; a service of an older version names none. */
const Readiness = z.object({ ready: z.boolean(), parts: z.record(z.string(), z.string()).optional() });

/** Each service answers for its own readiness; the gateway's `/health/ready` asks them all. */
export const healthRpc = (service: ServiceName) =>
  rpc(`${service}.health`, z.object({}), Readiness, { timeoutMs: 2_000, retry: true });
