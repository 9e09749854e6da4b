import { createRequire } from 'node:module';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-jsdom');

/**
 * What browsers have and jsdom lacks, from Node. Not MessageChannel: React's scheduler would use it, and its open port
 * keeps the test process alive.
 */
const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'structuredClone',
];

/** jsdom with the web platform APIs that the application uses. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= Reflect.get(globalThis, name);
  }
}
