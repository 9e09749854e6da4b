import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceDefinition } from '@inkling/platform';
import { OtlpCollector, eventually, startStack, type Stack } from '@inkling/testing';
import { gateway } from '../index.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('traces behind a proxy of ours', () => {
  let collector: OtlpCollector;
  let stack: Stack;
  beforeAll(async () => {
    collector = await OtlpCollector.start();
    const env = {
      HTTP_PORT: '0',
      WEB_ROOT: 'none',
      TRUST_PROXY: '1',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    };
    stack = await startStack({ services: [gateway as unknown as ServiceDefinition], env });
  });
  afterAll(async () => {
    await stack.stop();
    await collector.close();
  });

  const get = (path: string, traceparent?: string) => {
    const { port } = stack.service('gateway').app.getHttpServer().address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, { headers: traceparent === undefined ? {} : { traceparent } });
  };

  it('go on from what it names, keep what it keeps, and take nonsense for nothing', async () => {
    for (const traceparent of [
      undefined,
      `00-${TRACE}-${PARENT}-00`,
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `ff-${TRACE}-${PARENT}-01`,
      'x'.repeat(2_000),
    ])
      await get('/api/nothing', traceparent);
    await get('/health/live', `00-${TRACE}-${PARENT}-01`);
    await get('/api/users/me?secret=1', `00-${TRACE}-${PARENT}-01`);
    await eventually(() => expect(collector.spans.length).toBeGreaterThan(0));
    expect(collector.spans).toMatchObject([{ traceId: TRACE, parentSpanId: PARENT, kind: 2, service: 'gateway' }]);
    expect(JSON.stringify(collector.spans)).not.toContain('secret');
    const [{ attributes }] = collector.spans as [(typeof collector.spans)[0]];
    expect(Object.keys(attributes).toSorted()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ]);
  });
});
