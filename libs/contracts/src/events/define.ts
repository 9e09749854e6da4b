import { z } from 'zod';
import { Instant } from '../common.js';

/** A fact that a service publishes. `type` is the NATS subject, `<service>.<fact>.v<n>`. */
export interface EventContract<T extends string = string, D extends z.ZodType = z.ZodType> {
  readonly type: T;
  readonly data: D;
}
export type EventData<C extends EventContract> = z.output<C['data']>;

export const event = <const T extends `${string}.${string}.v${number}`, D extends z.ZodType>(
  type: T,
  data: D,
): EventContract<T, D> => ({ type, data });

/** The envelope of every event. `id` is also the message id by which JetStream drops a second copy. */
export const Envelope = z.object({
  id: z.uuid(),
  type: z.string(),
  occurredAt: Instant,
  /** The request that led here; for facts about votes it is the batch's own, since a request belongs to one voter. */
  correlationId: z.string(),
  /** W3C trace context of the work that wrote it, where traces are kept. */
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type Envelope<D = unknown> = Omit<z.infer<typeof Envelope>, 'data'> & { data: D };
