import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dropHeld } from './answers.mts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Cast } from './cast.mts';
import type { Look } from './looks.mts';
import type { Screen } from './screens.mts';

const SETTLE_MS = 15_000;

type Who = keyof Cast['people'];
type SessionState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Takes the pictures of one look, each screen in a browser context of its own. */
export class Camera {
  readonly browser: Browser;
  readonly origin: string;
  readonly cast: Cast;
  readonly look: Look;
  readonly folder: string;
  #signedIn = new Map<Who, Promise<SessionState>>();

  /** @param folder of this look's pictures */
  constructor(browser: Browser, origin: string, cast: Cast, look: Look, folder: string) {
    this.browser = browser;
    this.origin = origin;
    this.cast = cast;
    this.look = look;
    this.folder = folder;
  }

  async take(screen: Screen) {
    const { viewport, colorScheme, phone } = this.look;
    const storageState = screen.as === 'visitor' ? undefined : await this.#sessionOf(screen.as);
    // A context of its own, so that no screen finds what another has left in the storage.
    const context = await this.browser.newContext({
      viewport,
      colorScheme,
      storageState,
      hasTouch: phone,
      reducedMotion: 'reduce',
      locale: screen.locale ?? 'en-US',
      timezoneId: 'UTC',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(SETTLE_MS);
    const page = await context.newPage();
    try {
      await screen.before?.(page, this.cast, this.look);
      await page.goto(this.origin + screen.path(this.cast), { waitUntil: 'commit' });
      await screen.act?.(page, this.cast, this.look);
      await settle(page, screen.waiting ?? false, screen.bare);
      if (screen.full) await showWhole(page, viewport, screen.bare);
      await mkdir(this.folder, { recursive: true });
      // Finite animations are finished, endless ones put back to their start: two pictures of the same are the same.
      await page.screenshot({ path: join(this.folder, `${screen.name}.png`), animations: 'disabled', caret: 'hide' });
    } finally {
      await dropHeld(page);
      await context.close();
    }
  }

  #sessionOf(who: Who) {
    const session = this.#signedIn.get(who) ?? this.#signIn(this.cast.people[who]);
    this.#signedIn.set(who, session);
    return session;
  }

  async #signIn({ email, password }: Cast['people'][Who]) {
    const context = await this.browser.newContext();
    const answer = await context.request.post(`${this.origin}/api/auth/login`, { data: { email, password } });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()}`);
    const state = await context.storageState();
    await context.close();
    return state;
  }
}

/** Makes the window as high as the page, so that bars which are fixed to its edges are there as well. */
async function showWhole(page: Page, { width, height }: Look['viewport'], bare?: boolean) {
  const whole = await page.evaluate(() => {
    scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height: Math.max(whole, height) });
  await settle(page, true, bare);
}

/**
 * Waits until the page is still: fonts and pictures are loaded, animations have ended, and no skeleton is left unless
 * the picture shows loading.
 * @param bare not a page of the application
 */
async function settle(page: Page, waiting: boolean, bare: boolean = false) {
  if (!bare) await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  if (!waiting) await page.waitForFunction(() => !document.querySelector('.pulse, .spinner, [data-splash]'));
  await page.evaluate(async () => {
    // Also one that the page has not asked for yet, since its text has only just come.
    await Promise.all(
      ['16px "Onest Variable"', '700 22px "Familjen Grotesk Variable"'].map((font) =>
        document.fonts.load(font).catch(() => undefined),
      ),
    );
    await document.fonts.ready;
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
