import type { Page } from 'playwright-core';
import { answer, hold, NO_POLLS, refuse } from './answers.mts';
import type { Screen } from './screens.mts';
import type { Cast } from './cast.mts';
import type { Look } from './looks.mts';

const FEED = /\/api\/polls\?/;
const card = (page: Page) => page.getByRole('article').first().waitFor();
const scrolledTo = async (page: Page, selector: string) => {
  await card(page);
  await page.locator(selector).first().scrollIntoViewIfNeeded();
};

/** The topics of an instance that people have used for a while. */
const TOPICS = [
  '#Food',
  '#Books',
  '#Work',
  '#Football',
  '#Music',
  '#Outdoors',
  '#Film',
  '#NightTrains',
  '#Home',
  '#Language',
];

/** A step of the welcome, by its place. */
const welcomeStep = (name: string, step: number, act: Screen['act']): Screen => ({
  name: `welcome-${name}`,
  as: 'newcomer',
  path: () => '/home',
  before: async (page, { people }) => {
    await answer(page, '**/api/topics/trending', TOPICS);
    await page.addInitScript(
      (value) => localStorage.setItem('inkling_welcome', value),
      `${people.newcomer.id}:${step}`,
    );
  },
  act,
});

/** Home, search and notifications. */
export const feedScreens: Screen[] = [
  { name: 'home', as: 'amara', path: () => '/home', also: ['tablet', 'narrow'], act: card },
  {
    name: 'home-further',
    as: 'amara',
    path: () => '/home',
    act: async (page) => {
      await card(page);
      await page.getByRole('article').nth(3).scrollIntoViewIfNeeded();
      await page.mouse.move(200, 400);
      await page.mouse.wheel(0, 500);
      await page.waitForFunction(() => document.querySelectorAll('article').length > 3);
    },
  },
  {
    name: 'home-waiting',
    as: 'amara',
    path: () => '/home',
    waiting: true,
    before: (page) => hold(page, /\/api\/(polls|users\/featured)/),
    act: (page) => page.locator('#content .poll-skeleton-root').first().waitFor(),
  },
  {
    name: 'home-empty',
    as: 'newcomer',
    path: () => '/home',
    before: (page) =>
      Promise.all([
        answer(page, FEED, NO_POLLS),
        answer(page, '**/api/users/featured*', []),
        answer(page, '**/api/polls/trending*', []),
      ]),
    act: (page) => page.getByText('No polls yet').waitFor(),
  },
  welcomeStep('topics', 0, async (page) => {
    for (const topic of ['#Food', '#Work', '#Music']) await page.getByRole('button', { name: topic }).click();
  }),
  welcomeStep('people', 1, (page) => page.getByRole('button', { name: 'Follow', exact: true }).first().waitFor()),
  welcomeStep('poll', 2, (page) => page.locator('.welcome-root .opt').first().waitFor()),
  {
    name: 'home-failed',
    as: 'amara',
    path: () => '/home',
    before: (page) => refuse(page, /\/api\/polls(\?|\/trending)/),
    act: (page) => page.getByText('Failed to load polls. Please try again.').waitFor(),
  },
  {
    name: 'home-offline',
    as: 'long',
    path: () => '/home',
    act: async (page) => {
      await card(page);
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { get: () => false });
        dispatchEvent(new Event('offline'));
      });
      await page.getByText('You are offline.').waitFor();
    },
  },
  {
    name: 'toast',
    as: 'amara',
    path: () => '/home',
    before: (page) => answer(page, /\/api\/saves/, { userSaved: true }, { method: 'POST' }),
    act: async (page) => {
      await card(page);
      await page.locator('.act[aria-pressed="false"][aria-label="Save"]').first().click();
      await page.locator('.toast-root').first().waitFor();
    },
  },
  {
    name: 'toast-destructive',
    as: 'amara',
    path: () => '/home',
    before: (page) => refuse(page, /\/api\/(likes|saves)/, { method: 'POST' }),
    act: async (page) => {
      await card(page);
      await page.locator('.act[aria-pressed="false"][aria-label^="Like"], .act[aria-pressed="false"]').first().click();
      await page.getByText('Please try again.').first().waitFor();
    },
  },
  { name: 'invite', as: 'amara', path: () => '/profile', act: invite },
  {
    name: 'shortcuts',
    as: 'amara',
    path: () => '/home',
    act: async (page) => {
      await card(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'focus',
    as: 'amara',
    path: () => '/home',
    act: async (page) => {
      await card(page);
      await page.keyboard.press('j');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    },
  },
  { name: 'search', as: 'amara', path: () => '/search', act: (page) => page.getByText('Recent Searches').waitFor() },
  { name: 'home-german', as: 'amara', path: () => '/home', locale: 'de-DE', also: ['narrow'], act: card },
  {
    name: 'notifications-german',
    as: 'amara',
    path: () => '/notifications',
    locale: 'de-DE',
    aged: true,
    act: (page) => page.locator('.notification-row-root').first().waitFor(),
  },
  {
    name: 'search-discover',
    as: 'newcomer',
    path: () => '/search',
    before: (page) =>
      Promise.all([answer(page, '**/api/topics/trending*', []), answer(page, '**/api/search/recent*', [])]),
    act: (page) => page.getByText('Discover polls and people').waitFor(),
  },
  {
    name: 'search-results',
    as: 'amara',
    path: () => '/search?q=coffee',
    act: (page) => page.getByRole('heading', { name: 'Polls', exact: true }).waitFor(),
  },
  {
    name: 'search-results-people',
    as: 'amara',
    path: () => '/search?q=wilhelmina',
    act: (page) => page.getByRole('heading', { name: 'Users', exact: true }).waitFor(),
  },
  {
    name: 'search-none',
    as: 'newcomer',
    path: () => '/search?q=zxqvbnm',
    act: (page) => page.getByText('No results found').waitFor(),
  },
  {
    name: 'search-waiting',
    as: 'newcomer',
    path: () => '/search?q=coffee',
    waiting: true,
    before: (page) => hold(page, /\/api\/search\?/),
    act: (page) => page.locator('#content :is(.pulse, .spinner)').first().waitFor(),
  },
  {
    name: 'search-failed',
    as: 'newcomer',
    path: () => '/search?q=coffee',
    before: (page) => refuse(page, /\/api\/search\?/),
    act: (page) => page.getByText('An error occurred while searching.').first().waitFor(),
  },
  {
    name: 'notifications',
    as: 'amara',
    path: () => '/notifications',
    aged: true,
    act: (page) => page.locator('.notification-row-root').first().waitFor(),
  },
  {
    name: 'notifications-whole',
    as: 'amara',
    path: () => '/notifications',
    full: true,
    aged: true,
    act: (page) => page.locator('.notification-row-root').first().waitFor(),
  },
  {
    name: 'notifications-empty',
    as: 'newcomer',
    path: () => '/notifications',
    before: (page) => answer(page, /\/api\/notifications(\?|$)/, []),
    act: (page) => page.getByText('No notifications yet').waitFor(),
  },
  {
    name: 'notifications-waiting',
    as: 'amara',
    path: () => '/notifications',
    waiting: true,
    before: (page) => hold(page, /\/api\/notifications(\?|$)/),
    act: (page) => page.locator('#content .pulse').first().waitFor(),
  },
  {
    name: 'notifications-failed',
    as: 'newcomer',
    path: () => '/notifications',
    before: (page) => refuse(page, /\/api\/notifications(\?|$)/),
    act: (page) =>
      page
        .getByRole('button', { name: /Retry|Try/ })
        .first()
        .waitFor(),
  },
  { name: 'home-media', as: 'newcomer', path: () => '/home', act: (page) => scrolledTo(page, '.poll .media-frame') },
];

async function invite(page: Page, _cast: Cast, { phone }: Look) {
  if (phone) {
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Invite Friends' }).click();
  } else await page.getByRole('button', { name: 'Invite Friends' }).click();
  await page.getByRole('dialog', { name: 'Invite Friends' }).waitFor();
}
