import { z } from 'zod';
import { rpc } from './define.js';

export const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Each service answers for its own readiness; the gateway's `/health/ready` asks them all. */
export const healthRpc = (service: ServiceName) => rpc(`${service}.health`, z.object({}), z.object({ ready: z.boolean() }), { timeoutMs: 2_000, retry: true });
