import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { Actor } from './actor';

interface Cast {
  /** Signs the page's browser in as a new user with a complete profile. */
  me: Actor;
  /** Creates another user, who has no browser. */
  someone: (name: string) => Promise<Actor>;
  /** Signs the same user in once more, as on another device. */
  elsewhere: (actor: Actor) => Promise<APIRequestContext>;
  /** Whether the journey's title chooses between a phone and a desktop. */
  sizedByTitle: boolean;
}

// A service worker would hide the page's requests from the journeys that answer in the server's place.
const serviceWorkers = 'block' as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers };
const DESKTOP = { viewport: { width: 1340, height: 900 }, serviceWorkers };

/** For `test.use`: with the application's movements, which most journeys do without. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' as const } };

/** Chooses a phone for half of all titles, always the same ones. */
function sizeFor(title: string): typeof PHONE | typeof DESKTOP {
  const sum = [...title].reduce((total, letter) => total + letter.codePointAt(0)!, 0);
  return sum % 2 === 0 ? PHONE : DESKTOP;
}

/** Playwright's test with the users that a journey needs. */
export const test = base.extend<Cast>({
  sizedByTitle: [false, { option: true }],
  viewport: ({ sizedByTitle, viewport }, give, { title }) => give(sizedByTitle ? sizeFor(title).viewport : viewport),
  isMobile: ({ sizedByTitle, isMobile }, give, { title }) => give(sizedByTitle ? sizeFor(title) === PHONE : isMobile),
  hasTouch: ({ sizedByTitle, hasTouch }, give, { title }) => give(sizedByTitle ? sizeFor(title) === PHONE : hasTouch),
  me: async ({ page }, give) => {
    await give(await Actor.join(page.request, 'Noor Haddad'));
  },
  someone: async ({ playwright, baseURL }, give) => {
    const contexts: APIRequestContext[] = [];
    await give(async (name) => {
      const context = await playwright.request.newContext({ baseURL });
      contexts.push(context);
      return Actor.join(context, name);
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },
  elsewhere: async ({ playwright, baseURL }, give) => {
    const contexts: APIRequestContext[] = [];
    await give(async (actor) => {
      const context = await playwright.request.newContext({ baseURL });
      contexts.push(context);
      await actor.logIn(context);
      return context;
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },
});
export { expect };

/** Declares journeys that do not depend on the size of the window: each runs once, half of them on a phone. */
export function onOneSize(journeys: () => void): void {
  test.describe('one size', () => {
    test.use({ sizedByTitle: true, serviceWorkers });
    journeys();
  });
}

/** Declares journeys about layout, which run both on a phone and on a desktop. */
export function onEachSize(journeys: (size: { phone: boolean }) => void): void {
  test.describe('phone', () => {
    test.use({ ...PHONE, sizedByTitle: false });
    journeys({ phone: true });
  });
  test.describe('desktop', () => {
    test.use({ ...DESKTOP, isMobile: false, hasTouch: false, sizedByTitle: false });
    journeys({ phone: false });
  });
}

/** Closes the share sheet, which opens once after publishing. */
export async function closeShareSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'It’s out. Pass it on' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

/** Keeps the page's live connection open but silent, so that other users' actions do not change the page. */
export const silenceLive = (page: Page): Promise<void> => page.routeWebSocket(/\/ws$/, () => undefined);

/** Pulls the page down by touch far enough to refresh it. The page must be scrolled to its top. */
export async function pullDown(page: Page, on: Locator): Promise<void> {
  const box = (await on.boundingBox())!;
  const start = box.y + Math.min(20, box.height / 2);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: box.x + box.width / 2, y }],
    });
  await touch('touchStart', start);
  for (let way = 20; way <= 160; way += 20) await touch('touchMove', start + way);
  await touch('touchEnd');
  await session.detach();
}

/** The toast on screen. */
export const toastOf = (page: Page): Locator => page.locator('.toast-root');

/** Expects a toast with this title and, where given, this sentence. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const titled = toastOf(page).filter({ has: page.getByText(title, { exact: true }) });
  // One assertion for both: the toast may disappear before a second one.
  await expect(
    (text === undefined ? titled : titled.filter({ has: page.getByText(text, { exact: true }) })).first(),
  ).toBeVisible();
}

/** Keeps the toast with this title on screen by focusing it. */
export async function holdToast(page: Page, title: string): Promise<void> {
  await toastOf(page)
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole('button', { name: 'Dismiss' })
    .focus();
}

/** The card of a poll on any page. */
export const cardOf = (page: Page, question: string): Locator =>
  page.getByRole('article').filter({ hasText: question });
