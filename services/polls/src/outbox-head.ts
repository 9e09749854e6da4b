import type { EventContract, EventData } from '@inkling/contracts';
import type { Outbox } from '@inkling/platform';

const OPEN_END = 'null}';

/** An outbox row without the event's data: the statement that makes the fact appends `data || '}'` to `head`. */
export interface OpenRow {
  readonly eventId: string;
  readonly subject: string;
  /** The envelope's JSON text up to and including `"data":`. */
  readonly head: string;
}

/** Starts an outbox row for a statement that changes state, reads the counts and writes the event all in one. */
export function openRow<C extends EventContract>(
  outbox: Outbox,
  contract: C,
  options?: { correlationId?: string },
): OpenRow {
  const row = outbox.row(contract, null as EventData<C>, options);
  if (!row.payload.endsWith(`"data":${OPEN_END}`)) throw new Error('The envelope no longer ends with its data');
  return { eventId: row.eventId, subject: row.subject, head: row.payload.slice(0, -OPEN_END.length) };
}
