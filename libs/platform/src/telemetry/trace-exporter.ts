import type { Link } from '@opentelemetry/api';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace';
import { randomUUID } from 'node:crypto';
import { Counter } from '@prometheus-io/client';
import type { Metrics } from './metrics.js';
import { Tracing } from './tracing.js';
import { tracesEndpoint, type TracingConfig } from './tracing-config.js';

/** Spans that wait for the collector at the most; more are dropped. */
const QUEUE_MAX = 4_096;
const BATCH_MAX = 512;
/** The end hands over the whole queue at once. */
const AT_ONCE = QUEUE_MAX / BATCH_MAX + 1;
const EVERY_MS = 1_000;
const EXPORT_MS = 5_000;
/** For what is left at the end. */
const CLOSE_MS = 2_000;
const SUCCESS = 0;

type Sdk = typeof import('@opentelemetry/sdk-trace');

/** A batch's own trace is kept when a request of this process that it links to is. */
class FollowLinks implements Sampler {
  readonly #rest: Sampler;
  readonly #keep: SamplingResult;
  constructor(rest: Sampler, keep: SamplingResult) {
    this.#rest = rest;
    this.#keep = keep;
  }

  shouldSample(...asked: Parameters<Sampler['shouldSample']>): SamplingResult {
    const links: readonly Link[] = asked[5];
    // Anyone can claim a link from outside.
    return links.some(({ context }) => !context.isRemote && (context.traceFlags & 1) === 1)
      ? this.#keep
      : this.#rest.shouldSample(...asked);
  }

  toString(): string {
    return `FollowLinks{${this.#rest.toString()}}`;
  }
}

function samplerOf(sdk: Sdk, { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): Sampler {
  const root = name.endsWith('ratio')
    ? new sdk.TraceIdRatioBasedSampler(ratio)
    : name.endsWith('off')
      ? new sdk.AlwaysOffSampler()
      : new sdk.AlwaysOnSampler();
  return new FollowLinks(name.startsWith('parentbased') ? new sdk.ParentBasedSampler({ root }) : root, {
    decision: sdk.SamplingDecision.RECORD_AND_SAMPLED,
  });
}

/**
 * A service's traces to an OTLP/HTTP collector, or `Tracing.off` where none is set. Spans leave in batches from a
 * bounded queue: a collector that is slow or away costs spans, never time. The libraries are loaded only when they are
 * needed.
 */
export async function openTracing(service: string, config: TracingConfig, metrics: Metrics): Promise<Tracing> {
  const url = tracesEndpoint(config);
  if (url === undefined) return Tracing.off;
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exported = new Counter({
    name: 'inkling_spans_exported_total',
    help: 'Spans handed to the collector, by outcome',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  const otlp = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS, concurrencyLimit: AT_ONCE });
  const processor = new sdk.BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        otlp.export(spans, (result) => {
          exported.inc({ outcome: result.code === SUCCESS ? 'done' : 'lost' }, spans.length);
          done(result);
        }),
      shutdown: () => otlp.shutdown(),
    },
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'inkling',
      'service.version': metrics.version,
      'service.instance.id': randomUUID(),
    }),
    sampler: samplerOf(sdk, config),
    spanProcessors: [processor],
  });
  const close = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  };
  return new Tracing(provider.getTracer('inkling'), close);
}
