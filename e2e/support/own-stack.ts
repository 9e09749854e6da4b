import { join } from 'node:path';
import { adminRpc } from '@inkling/contracts';
import type { Page } from '@playwright/test';
import { Api } from '../api/api.spec-support';
import type { Actor } from './actor';
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

/** Makes the page's user an administrator of the product, with a session that knows it. */
export async function makeAdministrator(page: Page, product: Api, actor: Actor): Promise<void> {
  await product.stack.rpc.call(adminRpc.setRole, { user: String(actor.id), role: 'administrator' });
  await actor.logIn(page.request);
}
