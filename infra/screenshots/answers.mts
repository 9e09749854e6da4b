/** Answers that a page is given in the server's place, for states which a sound server does not get into. */
import type { Route } from 'playwright-core';

export type Page = import('playwright-core').Page;

export const answer = (
  page: Page,
  url: string | RegExp,
  json: object | object[],
  { method = 'GET', status = 200 }: { method?: string; status?: number } = {},
) =>
  page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );

/** The server is at fault. */
export const refuse = (
  page: Page,
  url: string | RegExp,
  {
    method = 'GET',
    status = 500,
    code = 'internal',
    message = 'Something went wrong.',
  }: { method?: string; status?: number; code?: string; message?: string } = {},
) => answer(page, url, { code, message }, { method, status });

const held: WeakMap<Page, Route[]> = new WeakMap();

/** No answer comes. */
export const hold = (page: Page, url: string | RegExp, method: string = 'GET') =>
  page.route(url, (route) => {
    if (route.request().method() !== method) return route.fallback();
    held.set(page, [...(held.get(page) ?? []), route]);
    return undefined;
  });

/** Ends what is held: a page that closes would let it go on to the server. */
export const dropHeld = (page: Page) =>
  Promise.all((held.get(page) ?? []).map((route) => route.abort().catch(() => undefined)));

export const NO_POLLS = { polls: [], pagination: { page: 1, hasMore: false, nextCursor: null } };
