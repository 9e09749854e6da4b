import { answering, failing } from '../../support/failures';
import { BROKEN, card, element, hold, screen, text } from '../screen';

const NO_POLLS = { polls: [], pagination: { page: 1, hasMore: false, nextCursor: null } };
const TOPICS = ['Food', 'Books', 'Work', 'Football', 'Music', 'Outdoors', 'Film', 'NightTrains', 'Home', 'Language'];

screen('home', 'amara', '/home', { act: card, also: ['tablet', 'narrow'] });
screen('home-further', 'amara', '/home', {
  act: async (page) => {
    await page.getByRole('article').nth(3).scrollIntoViewIfNeeded();
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, 500);
    await page.waitForFunction(() => document.querySelectorAll('article').length > 3);
  },
});
screen('home-waiting', 'amara', '/home', {
  before: (page) => hold(page, 'GET', /^\/api\/(polls|users\/featured)/),
  act: element('#content .poll-skeleton-root'),
  waiting: true,
});
screen('home-empty', 'newcomer', '/home', {
  before: async (page) => {
    await answering(page, 'GET', '/api/polls', NO_POLLS);
    await answering(page, 'GET', '/api/users/featured', []);
    await answering(page, 'GET', '/api/polls/trending', []);
  },
  act: text('No polls yet'),
});
welcomeStep('topics', 0, async (page) => {
  for (const topic of ['#Food', '#Work', '#Music']) await page.getByRole('button', { name: topic }).click();
});
welcomeStep('people', 1, (page) => page.getByRole('button', { name: 'Follow', exact: true }).first().waitFor());
welcomeStep('poll', 2, element('.welcome-root .opt'));
screen('home-failed', 'amara', '/home', {
  before: (page) => failing(page, 'GET', /^\/api\/polls(\/trending)?$/, BROKEN),
  act: text('Failed to load polls. Please try again.'),
});
screen('home-offline', 'long', '/home', {
  act: async (page, ids) => {
    await card(page, ids);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
      dispatchEvent(new Event('offline'));
    });
    await page.getByText('You are offline.').waitFor();
  },
});
screen('toast', 'amara', '/home', {
  before: (page) => answering(page, 'POST', '/api/saves', { userSaved: true }),
  act: async (page) => {
    await page.locator('.act[aria-pressed="false"][aria-label="Save"]').first().click();
    await page.locator('.toast-root').first().waitFor();
  },
});
screen('toast-destructive', 'amara', '/home', {
  before: (page) => failing(page, 'POST', /^\/api\/(likes|saves)/, BROKEN),
  act: async (page) => {
    await page.locator('.act[aria-pressed="false"]').first().click();
    await page.getByText('Please try again.').first().waitFor();
  },
});
screen('invite', 'amara', '/profile', {
  act: async (page) => {
    const phone = page.viewportSize()!.width < 640;
    if (phone) await page.getByRole('button', { name: 'Options', exact: true }).click();
    await (phone ? page.getByRole('dialog') : page).getByRole('button', { name: 'Invite Friends' }).click();
    await page.getByRole('dialog', { name: 'Invite Friends' }).waitFor();
  },
});
screen('shortcuts', 'amara', '/home', {
  act: async (page, ids) => {
    await card(page, ids);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
});
screen('focus', 'amara', '/home', {
  act: async (page, ids) => {
    await card(page, ids);
    for (const key of ['j', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  },
});
screen('search', 'amara', '/search', { act: text('Recent Searches') });
screen('home-german', 'amara', '/home', { act: card, locale: 'de-DE', also: ['narrow'] });
screen('notifications-german', 'amara', '/notifications', { act: element('.notification-row-root'), locale: 'de-DE' });
screen('search-discover', 'newcomer', '/search', {
  before: async (page) => {
    await answering(page, 'GET', '/api/topics/trending', []);
    await answering(page, 'GET', '/api/search/recent', []);
  },
  act: text('Discover polls and people'),
});
screen('search-results', 'amara', '/search?q=coffee', {
  act: (page) => page.getByRole('heading', { name: 'Polls', exact: true }).waitFor(),
});
screen('search-results-people', 'amara', '/search?q=wilhelmina', {
  act: (page) => page.getByRole('heading', { name: 'Users', exact: true }).waitFor(),
});
screen('search-none', 'newcomer', '/search?q=zxqvbnm', { act: text('No results found') });
screen('search-waiting', 'newcomer', '/search?q=coffee', {
  before: (page) => hold(page, 'GET', '/api/search'),
  act: element('#content :is(.pulse, .spinner)'),
  waiting: true,
});
screen('search-failed', 'newcomer', '/search?q=coffee', {
  before: (page) => failing(page, 'GET', '/api/search', BROKEN),
  act: text('An error occurred while searching.'),
});
screen('notifications', 'amara', '/notifications', { act: element('.notification-row-root') });
screen('notifications-whole', 'amara', '/notifications', { act: element('.notification-row-root'), full: true });
screen('notifications-empty', 'newcomer', '/notifications', {
  before: (page) => answering(page, 'GET', '/api/notifications', []),
  act: text('No notifications yet'),
});
screen('notifications-waiting', 'amara', '/notifications', {
  before: (page) => hold(page, 'GET', '/api/notifications'),
  act: element('#content .pulse'),
  waiting: true,
});
screen('notifications-failed', 'newcomer', '/notifications', {
  before: (page) => failing(page, 'GET', '/api/notifications', BROKEN),
  act: (page) =>
    page
      .getByRole('button', { name: /Retry|Try/ })
      .first()
      .waitFor(),
});
screen('home-media', 'newcomer', '/home', {
  act: async (page, ids) => {
    await card(page, ids);
    await page.locator('.poll .media-frame').first().scrollIntoViewIfNeeded();
  },
});

/** A step of the welcome, by its place. */
function welcomeStep(name: string, step: number, act: typeof card): void {
  screen(`welcome-${name}`, 'newcomer', '/home', {
    before: async (page, { newcomer }) => {
      const topics = TOPICS.map((topic) => `#${topic}`);
      await answering(page, 'GET', '/api/topics/trending', topics);
      await page.addInitScript((value) => localStorage.setItem('inkling_welcome', value), `${newcomer}:${step}`);
    },
    act,
  });
}
