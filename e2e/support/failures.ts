import type { Page, Route } from '@playwright/test';

/** Matches a path exactly or by a pattern, without the query. */
export const at = (path: string | RegExp) => (url: URL) =>
  typeof path === 'string' ? url.pathname === path : path.test(url.pathname);

/** An answer that replaces the server's. */
export interface Failure {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

export const OUT_OF_ORDER: Failure = {
  status: 503,
  code: 'unavailable',
  message: 'This part of Inkling is not available. Please try again.',
};

/**
 * Makes every call of one path and method fail until the returned function is called.
 * @param failure the answer, or `'cut'` when none arrives
 */
export async function failing(
  page: Page,
  method: string,
  path: string | RegExp,
  failure: Failure | 'cut' = OUT_OF_ORDER,
): Promise<() => Promise<void>> {
  const handler = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    if (failure === 'cut') return route.abort('connectionreset');
    const { status, ...body } = failure;
    return route.fulfill({ status, json: body });
  };
  const place = at(path);
  await page.route(place, handler);
  return () => page.unroute(place, handler);
}

/**
 * Holds back every call of one path and method until the returned function is called, which sends all of them to the
 * server.
 */
export async function held(page: Page, method: string, path: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(at(path), async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** Answers one path and method with this JSON instead of the server. */
export async function answering(page: Page, method: string, path: string | RegExp, json: unknown): Promise<void> {
  await page.route(at(path), (route) =>
    route.request().method() === method ? route.fulfill({ json }) : route.fallback(),
  );
}

/** Changes what the server answers for one path. */
export async function changing<Body>(page: Page, path: string, change: (body: Body) => object): Promise<void> {
  await page.route(at(path), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Body) });
  });
}

/** Makes the server claim to offer Deep Dives of this kind, whether it does or not. */
export const offeringDeepDive = (page: Page, kind: 'ai' | 'passages'): Promise<void> =>
  changing<{ features: object }>(page, '/api/config', (config) => ({
    ...config,
    insightsKind: kind,
    features: { ...config.features, insights: true },
  }));
