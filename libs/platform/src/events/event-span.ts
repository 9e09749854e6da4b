import type { Envelope } from '@inkling/contracts';
import type { JsMsg } from '@nats-io/jetstream';
import { SpanKind, type Span } from '@opentelemetry/api';
import { parseTraceparent } from '../telemetry/trace-context.js';
import type { Tracing } from '../telemetry/tracing.js';

/**
 * A consumer's span for one event: a child of the publication, linked to the span in which the event was written.
 * Undefined for an event that was written outside a trace. Only while traces are kept.
 */
export function beginEventSpan(tracing: Tracing, consumer: string, event: Envelope, message: JsMsg): Span | undefined {
  const writer = parseTraceparent(event.traceparent);
  const parent = parseTraceparent(message.headers?.get('traceparent')) ?? writer;
  if (!parent) return undefined;
  const attributes = {
    'messaging.system': 'nats',
    'messaging.operation.name': 'process',
    'messaging.destination.name': event.type,
    'messaging.consumer.group.name': consumer,
  };
  return tracing.begin(`process ${event.type}`, parent, {
    kind: SpanKind.CONSUMER,
    attributes,
    links: writer ? [{ context: writer }] : [],
  });
}
