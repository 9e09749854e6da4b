import type { RpcContract, RpcReply, RpcRequest } from '@inkling/contracts';
import { ApiError, type RpcClient } from '@inkling/platform';

/** The timeout of a call for an optional part of an answer: a service that hangs must not delay the rest. */
export const DECORATION_MS = 800;

/**
 * Calls for an optional part of an answer (docs/operations/runbook.md#when-a-part-is-down).
 * @returns null if the service is away, too late, or fails
 * @throws ApiError if the service refuses the call (4xx)
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
