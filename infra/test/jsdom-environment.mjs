import { createRequire } from 'node:module';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-jsdom');

// Not MessageChannel: React's scheduler would take Node's, whose open port keeps the test process alive.
/** What every browser has and jsdom leaves out; Node's own implementations stand in. */
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

/** jsdom for the web's specs, completed with the web platform APIs that the application uses. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
  }
}
