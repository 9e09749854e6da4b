import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Envelope, EventContract, EventData } from '@inkling/contracts';
import { currentSpan, requestIdOrNew } from '../context/request-context.js';
import { formatTraceparent } from '../telemetry/trace-context.js';

export interface OutboxRow {
  readonly eventId: string;
  readonly subject: string;
  /** The envelope as JSON text. */
  readonly payload: string;
}

/** Builds outbox rows and wakes the relay. State and row are committed in one transaction, or not at all. */
@Injectable()
export class Outbox {
  #onWake: () => void = () => undefined;

  /**
   * A row for the table `outbox (event_id, subject, payload)`.
   * @param options.correlationId default: the current request's id; another one where the request would identify a
   *   voter
   */
  row<C extends EventContract>(contract: C, data: EventData<C>, options: { correlationId?: string } = {}): OutboxRow {
    const eventId = randomUUID();
    const span = currentSpan();
    const envelope: Envelope = {
      id: eventId,
      type: contract.type,
      occurredAt: new Date().toISOString(),
      correlationId: options.correlationId ?? requestIdOrNew(),
      ...(span ? { traceparent: formatTraceparent(span.spanContext()) } : {}),
      data,
    };
    return { eventId, subject: contract.type, payload: JSON.stringify(envelope) };
  }

  /** Wakes the relay after a commit. Cheap; calls within a tick count once. */
  wake(): void {
    this.#onWake();
  }

  /** The relay's side of `wake`. */
  onWake(listener: () => void): void {
    this.#onWake = listener;
  }
}
