import type { RpcContract, RpcReply, RpcRequest } from '@inkling/contracts';
import { ApiError, type RpcClient } from '@inkling/platform';

/** How long an answer waits for what only decorates it: a service that hangs must not hold up the others. */
export const DECORATION_MS = 800;

/**
 * Asks for something that an answer can do without (docs/operations/runbook.md#when-a-part-is-down).
 * @returns null where the service is away, too late, or fails
 * @throws ApiError when the service refuses the call (4xx), which is an answer
 */
export async function decoration<C extends RpcContract>(
  rpc: RpcClient,
  contract: C,
  request: RpcRequest<C>,
): Promise<RpcReply<C> | null> {
  try {
    return await rpc.call(contract, request, { withinMs: DECORATION_MS });
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}
