import { z } from 'zod';
import type { AsSent } from '../http/polls.js';

/**
 * A call between gateway and services over NATS request/reply. The subject is the pattern, the queue group is the
 * service's name, so that replicas share the work. `retry` is true only where calling twice equals calling once.
 */
export interface RpcContract<Req extends z.ZodType = z.ZodType, Res extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly request: Req;
  readonly reply: Res;
  /** Milliseconds after which the caller gives up with 503. */
  readonly timeoutMs: number;
  readonly retry: boolean;
}
export type RpcRequest<C extends RpcContract> = z.input<C['request']>;
export type RpcReply<C extends RpcContract> = AsSent<z.output<C['reply']>>;

/** Fields of calls that a limit per person counts (docs/product.md#limits). */
export const Limited = {
  /** The account is younger than a day, and has a part of each limit. */
  newAccount: z.literal(true).optional(),
};

export const rpc = <Req extends z.ZodType, Res extends z.ZodType>(
  subject: string,
  request: Req,
  reply: Res,
  options: { timeoutMs?: number; retry?: boolean } = {},
): RpcContract<Req, Res> => ({
  subject,
  request,
  reply,
  timeoutMs: options.timeoutMs ?? 5_000,
  retry: options.retry ?? false,
});
