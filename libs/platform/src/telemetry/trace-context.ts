import type { SpanContext } from '@opentelemetry/api';

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
/** The envelope's own fields come first, so nothing that users wrote can stand in for it. */
const IN_ENVELOPE = /^(?:(?!"data":).){0,400}?,"traceparent":"([\da-f-]{55})","data":/;

/** The W3C header's text for a span. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;

/** A span elsewhere, by a W3C header; undefined for text that names none. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const parts = typeof text === 'string' && text.length <= 512 ? TRACEPARENT.exec(text) : null;
  return parts
    ? { traceId: parts[1]!, spanId: parts[2]!, traceFlags: Number.parseInt(parts[3]!, 16) & 1, isRemote: true }
    : undefined;
}

/** The trace context in an event's JSON text, without parsing its data. */
export const traceparentOf = (payload: string): string | undefined => IN_ENVELOPE.exec(payload)?.[1];
