import { join } from 'node:path';
import { test as base, type BrowserContext, type Page, type Route } from '@playwright/test';
import { still } from '../support/axe';
import { at, type Failure } from '../support/failures';
import { PASSWORD, PICTURES, readCast, type Cast, type Ids } from './cast';

/** Who looks at a screen: nobody who is signed in, or a person of the cast. */
type Viewer = 'visitor' | keyof Cast['emails'];
type Step = (page: Page, ids: Ids) => Promise<unknown>;

export interface Screen {
  /** Runs before the page is opened: answers that replace the server's, storage. */
  before?: Step;
  /** Brings the state about without changing anything on the server, and waits for what the picture shows. */
  act?: Step;
  /** The picture shows the whole page, not only what fits the window. */
  full?: boolean;
  /** The picture shows skeletons or a spinner. */
  waiting?: boolean;
  /** Not a page of the application. */
  bare?: boolean;
  locale?: string;
  /** Sizes besides phone and desktop. */
  also?: ('tablet' | 'narrow')[];
}

type SessionState = Awaited<ReturnType<BrowserContext['storageState']>>;

const test = base.extend<{ viewer: Viewer }, { sessionOf: (viewer: Viewer) => Promise<SessionState> }>({
  viewer: ['visitor', { option: true }],
  // Each person signs in once per look, because the list of sessions is on a picture.
  sessionOf: [
    async ({ browser }, give, { project }) => {
      const signIn = async (person: keyof Cast['emails']) => {
        const context = await browser.newContext();
        const data = { email: readCast().emails[person], password: PASSWORD };
        const answer = await context.request.post(`${project.use.baseURL}/api/auth/login`, { data });
        if (!answer.ok()) throw new Error(`${data.email} cannot sign in: ${answer.status()}`);
        const state = await context.storageState();
        await context.close();
        return state;
      };
      const signedIn = new Map<Viewer, Promise<SessionState>>([
        ['visitor', Promise.resolve({ cookies: [], origins: [] })],
      ]);
      await give((viewer) => {
        const session = signedIn.get(viewer) ?? signIn(viewer as keyof Cast['emails']);
        signedIn.set(viewer, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ viewer, sessionOf }, give) => give(await sessionOf(viewer)),
});

/**
 * Declares a picture, which every look of the configuration takes into its folder.
 * @param name also the file's
 * @param path `:dive` or `:amara` in it stands for the id of a poll or person of the cast
 */
export function screen(name: string, viewer: Viewer, path: string, shown: Screen = {}): void {
  if (names.has(name)) throw new Error(`Two screens are called ${name}; the second would replace the first's picture.`);
  names.add(name);
  const { before, act, full, locale = 'en-US', also = [] } = shown;
  test.describe(() => {
    test.use({ viewer, locale });
    test(name, { tag: also.map((size) => `@${size}`) }, async ({ page }, { project }) => {
      const { ids } = readCast();
      try {
        await before?.(page, ids);
        await page.goto(
          path.replaceAll(/:(\w+)/g, (_, one: string) => idOf(one, ids)),
          { waitUntil: 'commit' },
        );
        await act?.(page, ids);
        await settle(page, shown);
        if (full) await showWhole(page, shown);
        await page.screenshot({
          path: join(PICTURES, project.name, `${name}.png`),
          // Ends finite animations and rewinds endless ones, so that two pictures of the same screen are equal.
          animations: 'disabled',
          caret: 'hide',
        });
      } finally {
        // Closing the page would send these requests to the server.
        await Promise.all(onHold.splice(0).map((route) => route.abort().catch(() => undefined)));
      }
    });
  });
}

const names = new Set<string>();

function idOf(name: string, ids: Ids): string {
  const id = ids[name as keyof Ids];
  if (id === undefined) throw new Error(`The cast has no poll or person called ${name}.`);
  return String(id);
}

const onHold: Route[] = [];

/** Leaves every call of one method and path without an answer. */
export const hold = (page: Page, method: string, path: string | RegExp): Promise<unknown> =>
  page.route(at(path), (route) => {
    if (route.request().method() !== method) return route.fallback();
    onHold.push(route);
    return undefined;
  });

export const BROKEN: Failure = { status: 500, code: 'internal', message: 'Something went wrong.' };

/** Waits for a text on the page. */
export const text =
  (content: string | RegExp): Step =>
  (page) =>
    page.getByText(content).first().waitFor();

/** Waits for an element. */
export const element =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).first().waitFor();

/** Waits for the page's title. */
export const title: Step = (page) => page.getByRole('heading', { level: 1 }).waitFor();

/** Waits for a poll. */
export const card: Step = (page) => page.getByRole('article').first().waitFor();

/** Makes the window as high as the page, so that the picture includes bars that are fixed to its edges. */
async function showWhole(page: Page, { bare }: Screen) {
  const { width, height } = page.viewportSize()!;
  const whole = await page.evaluate(() => {
    scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height: Math.max(whole, height) });
  await settle(page, { bare, waiting: true });
}

const FONTS = ['16px "Onest Variable"', '700 22px "Familjen Grotesk Variable"'];

/** Waits for fonts, pictures and animations, and until no skeleton is left unless the picture shows loading. */
async function settle(page: Page, { bare, waiting }: Screen) {
  if (!bare) await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  if (!waiting) await page.waitForFunction(() => !document.querySelector('.pulse, .spinner, [data-splash]'));
  await page.evaluate(async (fonts) => {
    // Also fonts that the page has not requested yet, because their text has only just arrived.
    await Promise.all(fonts.map((font) => document.fonts.load(font).catch(() => undefined)));
    await document.fonts.ready;
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
  }, FONTS);
  await still(page);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
