import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Link,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { randomUUID } from 'node:crypto';
import { currentRequestId, currentSpan, requestIdOrNew, runWithContext } from '../context/request-context.js';
import { ApiError } from '../errors/api-error.js';

/** Requests that a batch links to at the most. */
const LINKS_MAX = 64;

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Templates, subjects, names and codes only: never an id, a parameter, or anything a user wrote. */
  readonly attributes?: Attributes;
  readonly links?: readonly Link[];
}

/** What may be said of a failure: its code, never its message, which can quote values. */
const reasonOf = (error: unknown): string => {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[\w/-]{1,60}$/.test(code)
    ? code
    : error instanceof Error
      ? error.name
      : 'unknown';
};

/**
 * A service's spans. Without a tracer there are none and work simply runs. Spans continue a trace that a request, a
 * batch or an event has begun, so background work leaves none.
 */
export class Tracing {
  readonly #tracer: Tracer | undefined;
  /** Keeps no traces. */
  static readonly off = new Tracing(undefined, async () => undefined);

  constructor(
    tracer: Tracer | undefined,
    /** Hands over what waits, and ends; bounded, and never rejects. */
    readonly close: () => Promise<void>,
  ) {
    this.#tracer = tracer;
  }

  get on(): boolean {
    return this.#tracer !== undefined;
  }

  /** Begins a span, as a child of `parent` or as a new trace. Only while `on`. */
  begin(
    name: string,
    parent: SpanContext | undefined,
    { kind = SpanKind.INTERNAL, attributes = {}, links = [] }: SpanOptions = {},
  ): Span {
    if (!this.#tracer) throw new Error('No traces are kept');
    return this.#tracer.startSpan(
      name,
      { kind, attributes, links: [...links] },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
  }

  /** Runs work in a span below the current one; without one, just runs it. */
  child<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const parent = this.#tracer && currentSpan();
    if (!parent) return work();
    return this.#within(this.begin(name, parent.spanContext(), options), requestIdOrNew(), work);
  }

  /** Runs work for a caller elsewhere, below the caller's span if it has one. */
  remote<T>(
    name: string,
    traceparent: SpanContext | undefined,
    requestId: string,
    options: SpanOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!this.#tracer || !traceparent) return runWithContext({ requestId }, work);
    return this.#within(this.begin(name, traceparent, options), requestId, work);
  }

  /**
   * Runs work that several requests share, under a new request id. Its trace is separate and links to theirs; it is
   * kept when one of theirs is.
   */
  batch<T>(name: string, requests: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T> {
    const requestId = randomUUID();
    const links = this.#tracer ? linksTo(requests) : [];
    if (links.length === 0) return runWithContext({ requestId }, work);
    return this.#within(
      this.begin(name, undefined, { links, attributes: { 'inkling.batch.size': requests.length } }),
      requestId,
      work,
    );
  }

  /** Ends a span that failed. */
  fail(span: Span, error: unknown): void {
    span.setAttribute('error.type', reasonOf(error));
    // A refused call has been answered, so its span has not failed.
    if (!(error instanceof ApiError) || error.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  async #within<T>(span: Span, requestId: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await runWithContext({ requestId, span }, work);
      span.end();
      return result;
    } catch (error) {
      this.fail(span, error);
      throw error;
    }
  }
}

/** Each request once, though it has many items in the batch. */
function linksTo(requests: readonly (Span | undefined)[]): Link[] {
  const spans = new Set(requests.filter((span) => span?.isRecording()));
  return [...spans].slice(0, LINKS_MAX).map((span) => ({ context: span!.spanContext() }));
}

/** Keeps a span with what comes later in a request whose context has been lost on the way. */
export const continueRequest = (span: Span, work: () => void): void =>
  currentSpan() === span ? work() : runWithContext({ requestId: currentRequestId() ?? randomUUID(), span }, work);
