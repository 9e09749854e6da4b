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

/** A row without the event's data, for a statement that makes the data: it stores `head || data || '}'`. */
export interface OutboxRowHead extends Omit<OutboxRow, 'payload'> {
  /** The envelope's JSON text up to and including `"data":`. */
  readonly head: string;
}

/** Builds outbox rows and wakes the relay. State and row are committed in one transaction, or not at all. */
@Injectable()
export class Outbox {
  #onWake: () => void = () => undefined;

  /** A row for the table `outbox (event_id, subject, payload)`. */
  row<C extends EventContract>(contract: C, data: EventData<C>): OutboxRow {
    const { head, ...row } = this.openRow(contract);
    return { ...row, payload: `${head}${JSON.stringify(data)}}` };
  }

  /**
   * A row whose data the SQL statement makes: it changes state, reads the counts and writes the event in one step.
   * @param options.correlationId default: the current request's id; another one where the request would identify a
   *   voter
   */
  openRow(contract: EventContract, options: { correlationId?: string } = {}): OutboxRowHead {
    const eventId = randomUUID();
    const span = currentSpan();
    const envelope: Omit<Envelope, 'data'> = {
      id: eventId,
      type: contract.type,
      occurredAt: new Date().toISOString(),
      correlationId: options.correlationId ?? requestIdOrNew(),
      ...(span ? { traceparent: formatTraceparent(span.spanContext()) } : {}),
    };
    return { eventId, subject: contract.type, head: `${JSON.stringify(envelope).slice(0, -1)},"data":` };
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
