/** Answers that a page is given in the server's place, for states which a sound server does not get into. */

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {Page} page
 * @param {string | RegExp} url
 * @param {object | object[]} json
 * @param {{ method?: string, status?: number }} [options]
 */
export const answer = (page, url, json, { method = 'GET', status = 200 } = {}) =>
  page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );

/**
 * The server is at fault.
 * @param {Page} page
 * @param {string | RegExp} url
 * @param {{ method?: string, status?: number, code?: string, message?: string }} [options]
 */
export const refuse = (
  page,
  url,
  { method = 'GET', status = 500, code = 'internal', message = 'Something went wrong.' } = {},
) => answer(page, url, { code, message }, { method, status });

/** @type {WeakMap<Page, import('playwright-core').Route[]>} */
const held = new WeakMap();

/**
 * No answer comes.
 * @param {Page} page
 * @param {string | RegExp} url
 * @param {string} [method]
 */
export const hold = (page, url, method = 'GET') =>
  page.route(url, (route) => {
    if (route.request().method() !== method) return route.fallback();
    held.set(page, [...(held.get(page) ?? []), route]);
    return undefined;
  });

/**
 * Ends what is held: a page that closes would let it go on to the server.
 * @param {Page} page
 */
export const dropHeld = (page) =>
  Promise.all((held.get(page) ?? []).map((route) => route.abort().catch(() => undefined)));

export const NO_POLLS = { polls: [], pagination: { page: 1, hasMore: false, nextCursor: null } };
