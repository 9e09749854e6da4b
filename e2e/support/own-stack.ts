import { join } from 'node:path';
import { Api } from '../api/api.spec-support';
import { test as base } from './journey';

const WEB_ROOT = join(import.meta.dirname, '../../web/dist');

/**
 * Playwright's test with a product whose parts can be stopped, one per worker: run the tests of a file in order
 * (`mode: 'default'`).
 */
export const test = base.extend<object, { product: Api }>({
  product: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const product = await Api.start({ WEB_ROOT });
      try {
        await give(product);
      } finally {
        await product.stop();
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, give) => give(product.origin),
});
