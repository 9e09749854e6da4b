import { afterEach, describe, expect, it } from '@jest/globals';
import { OtlpCollector, eventually } from '@inkling/testing';
import { ApiError } from '../errors/api-error.js';
import { currentRequestId, currentSpan, runWithContext } from '../context/request-context.js';
import { Metrics } from './metrics.js';
import { formatTraceparent, parseTraceparent, traceparentOf } from './trace-context.js';
import { openTracing } from './trace-exporter.js';
import { Tracing } from './tracing.js';
import { TracingConfig } from './tracing-config.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const HEADER = `00-${TRACE}-${SPAN}-01`;

describe('trace context', () => {
  it('is read from a W3C header and written as one', () => {
    expect(parseTraceparent(HEADER)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true });
    expect(formatTraceparent(parseTraceparent(HEADER)!)).toBe(HEADER);
    // A later version may add fields, and flags that are not known here are not handed on.
    expect(formatTraceparent(parseTraceparent(`cc-${TRACE}-${SPAN}-0b-more`)!)).toBe(HEADER);
  });

  it.each([
    undefined,
    null,
    7,
    '',
    'x',
    `00-${TRACE}-${SPAN}`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `${HEADER}${'-a'.repeat(300)}`,
    HEADER.toUpperCase(),
  ])('is none for %p', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });

  it('is found in an event, and never in what users wrote', () => {
    const envelope = { id: '1', type: 'a.b.v1', occurredAt: 'now', correlationId: 'c' };
    expect(traceparentOf(JSON.stringify({ ...envelope, traceparent: HEADER, data: {} }))).toBe(HEADER);
    expect(
      traceparentOf(
        JSON.stringify({
          ...envelope,
          data: { text: `,"traceparent":"${HEADER}","data":`, traceparent: HEADER, data: 1 },
        }),
      ),
    ).toBeUndefined();
  });
});

describe('tracing that is off', () => {
  it('makes no span and runs the work as it is', async () => {
    const work = Promise.resolve(3);
    expect(Tracing.off.on).toBe(false);
    expect(Tracing.off.child('x', {}, () => work)).toBe(work);
    expect(await Tracing.off.batch('x', [undefined], async () => [currentSpan(), currentRequestId()])).toEqual([
      undefined,
      expect.stringMatching(/^[\da-f-]{36}$/),
    ]);
    expect(
      await Tracing.off.remote('x', parseTraceparent(HEADER), 'r1', {}, async () => [
        currentSpan(),
        currentRequestId(),
      ]),
    ).toEqual([undefined, 'r1']);
    expect(() => Tracing.off.begin('x', undefined)).toThrow();
  });

  it('is what a start without a collector gets', async () => {
    expect(await openTracing('spec', TracingConfig.parse({}), new Metrics('spec'))).toBe(Tracing.off);
  });
});

describe('tracing', () => {
  const collectors: OtlpCollector[] = [];
  const open = async (env: Record<string, string> = {}) => {
    const collector = await OtlpCollector.start();
    collectors.push(collector);
    const metrics = new Metrics('spec');
    return {
      collector,
      metrics,
      tracing: await openTracing(
        'spec',
        TracingConfig.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, ...env }),
        metrics,
      ),
    };
  };
  afterEach(async () => {
    await Promise.all(collectors.splice(0).map((collector) => collector.close()));
  });

  it('tells of a failure its code, and nothing that it says', async () => {
    const { collector, tracing } = await open();
    const request = tracing.begin('request', undefined);
    const fail = (error: unknown) =>
      runWithContext({ requestId: 'r', span: request }, () =>
        tracing
          .child('work', {}, () => new Promise((_resolve, reject) => reject(error as Error)))
          .catch(() => undefined),
      );
    await fail(Object.assign(new Error('duplicate key (secret)'), { code: '23505' }));
    await fail(new ApiError('already-voted', { extra: { userVote: 2 } }));
    await fail(new ApiError('unavailable', { message: 'secret' }));
    await fail(new TypeError('secret'));
    await fail('secret');
    await tracing.close();
    await eventually(() => expect(collector.spans).toHaveLength(5));
    expect(collector.spans.map(({ attributes, status }) => [attributes['error.type'], status])).toEqual([
      ['23505', 2],
      ['already-voted', 0],
      ['unavailable', 2],
      ['TypeError', 2],
      ['unknown', 2],
    ]);
    expect(collector.bodies.join()).not.toMatch(/secret|userVote/);
  });

  it('keeps the configured share and the batches of kept requests, and not what a stranger asks for', async () => {
    const { collector, tracing } = await open({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    tracing.begin('not kept', undefined, { links: [{ context: parseTraceparent(HEADER)! }] }).end();
    const kept = tracing.begin('kept', parseTraceparent(HEADER));
    const dropped = tracing.begin('dropped', parseTraceparent(HEADER.replace(/1$/, '0')));
    await tracing.batch('batch', [dropped, kept, kept], async () => undefined);
    await tracing.batch('none', [dropped], async () => undefined);
    kept.end();
    await tracing.close();
    await eventually(() => expect(collector.spans).toHaveLength(2));
    expect(collector.spans.map(({ name, links }) => [name, links.map(({ spanId }) => spanId)])).toEqual([
      ['batch', [kept.spanContext().spanId]],
      ['kept', []],
    ]);
  });

  it('ends in time with a collector that never answers', async () => {
    const { collector, metrics, tracing } = await open();
    collector.mood = 'silent';
    for (let index = 0; index < 10_000; index++) tracing.begin('span', undefined).end();
    const began = performance.now();
    await tracing.close();
    // A request by itself takes five seconds to be given up.
    expect(performance.now() - began).toBeLessThan(5_000);
    collector.recover();
    await eventually(async () =>
      expect(await metrics.registry.metrics()).toMatch(
        /inkling_spans_exported_total\{outcome="done",service="spec"\} \d{3,}/,
      ),
    );
  });

  it('hands over all that waits at the end', async () => {
    const { collector, tracing } = await open();
    for (let index = 0; index < 4_000; index++) tracing.begin('span', undefined).end();
    const began = performance.now();
    await tracing.close();
    // A slow machine may need longer than the two seconds that an end may take.
    if (performance.now() - began < 1_999) expect(collector.spans).toHaveLength(4_000);
    await eventually(() => expect(collector.spans).toHaveLength(4_000));
  });
});
