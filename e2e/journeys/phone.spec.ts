import type { Page } from '@playwright/test';
import type { Poll } from '@inkling/contracts';
import { unique } from '../support/actor';
import { still } from '../support/axe';
import { MOVING, cardOf, expect, expectToast, holdToast, silenceLive, test, toastOf } from '../support/journey';

test.use({ ...MOVING, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' });

/** Controls that the toast on screen covers, one line each. */
const covered = (page: Page): Promise<string[]> =>
  toastOf(page).evaluate((message) => {
    const own = message.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('#root :is(a[href], button, input, textarea, summary)')]
      .filter((each) => !message.contains(each) && !each.closest('.vh, [inert], [aria-hidden="true"]'))
      .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(own.right, box.right) - Math.max(own.left, box.left) > 1)
      .filter(({ box }) => Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 1)
      .map(
        ({ each }) =>
          `${each.tagName} ${(each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 30)}`,
      );
  });

test('a visitor finds the log-in at the top, and a section by its address', async ({ page }) => {
  await page.goto('/');
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true });
  await expect(logIn).toBeInViewport({ ratio: 1 });
  await logIn.tap();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  for (const [address, section] of [
    ['/help#what-we-keep', '#what-we-keep'],
    ['/#how-it-works', '#how-it-works'],
  ] as const) {
    await page.goto(address);
    await expect(async () => {
      const top = await page.locator(section).evaluate((element) => element.getBoundingClientRect().top);
      expect(Math.abs(top)).toBeLessThan(120);
    }).toPass();
  }
});

test('the toast after a vote covers nothing to tap next, and no votes make the shortest bar', async ({ page, me }) => {
  await silenceLive(page);
  const question = unique('Night train or early flight?');
  // Polls below it make the feed long enough to scroll it to any height.
  for (let count = 0; count < 2; count += 1) await me.ask(unique('What before that?'));
  const pollId = await me.ask(question, ['Night train', 'Early flight', 'Neither', 'Both']);
  await page.goto(`/poll/${pollId}`);
  const card = cardOf(page, question);
  await card.getByRole('button', { name: 'Night train' }).tap();
  await expectToast(page, 'Your vote has been counted!');
  await holdToast(page, 'Your vote has been counted!');
  await still(page);
  await expect.poll(() => covered(page)).toEqual([]);

  // In the feed, the row of actions may be exactly where toasts appear.
  await page.goto('/home');
  const save = card.getByRole('button', { name: /^Save/ });
  await expect(save).toBeVisible();
  await still(page);
  const usual = page.viewportSize()!.height - 110;
  await save.evaluate((button, bottom) => window.scrollBy(0, button.getBoundingClientRect().bottom - bottom), usual);
  await save.tap();
  await expectToast(page, 'Poll Saved');
  await holdToast(page, 'Poll Saved');
  await still(page);
  await expect.poll(() => covered(page)).toEqual([]);

  await page.route(new RegExp(`/api/polls/${pollId}(\\?|$)`), async (route) => {
    const answer = await route.fetch();
    const poll = (await answer.json()) as Poll;
    const votes = [1_997, 2, 0, 1];
    const options = poll.options.map((option, index) => ({ ...option, votes: votes[index] }));
    await route.fulfill({ response: answer, json: { ...poll, votesCount: 2_000, version: poll.version + 1, options } });
  });
  await page.goto(`/poll/${pollId}`);
  await expect(card).toContainText('2,000 votes');
  await still(page);
  const widths = await card.locator('.poll-results-row').evaluateAll((rows) =>
    rows.map((row) => {
      const [bar, own] = [row.querySelector('.res-bar')!.getBoundingClientRect(), row.getBoundingClientRect()];
      return Math.round(Math.min(bar.right, own.right) - own.left);
    }),
  );
  const [most, two, none, one] = widths as [number, number, number, number];
  expect(most).toBeGreaterThan(300);
  expect(none).toBeGreaterThan(0);
  expect(one).toBeGreaterThan(2 * none);
  expect(two).toBeGreaterThanOrEqual(one);
});
