import type { Page } from '@playwright/test';
import { unique } from '../support/actor';
import { failing, held } from '../support/failures';
import { cardOf, expect, expectToast, onOneSize, silenceLive, test } from '../support/journey';

/** Loads the code of the toasts, which otherwise loads on the first touch, because no service worker caches it here. */
async function touch(page: Page): Promise<void> {
  await page.locator('body').press('Shift');
  await expect(page.locator('.toast-float')).toBeAttached();
}

onOneSize(() => {
  test('a placeholder shows while the session loads, and Retry if no answer comes', async ({ page, me }) => {
    const question = unique('Anybody there?');
    const pollId = await me.ask(question);
    const release = await held(page, 'GET', '/api/auth/me');
    await page.clock.install();
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByRole('status', { name: 'Loading', exact: true })).toBeVisible();
    release();
    await expect(cardOf(page, question)).toBeVisible();

    const restore = await failing(page, 'GET', '/api/auth/me');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Signing in is not available right now' })).toBeVisible();
    // The page also retries by itself, so the button may disappear at any moment once the server answers.
    const retry = page.getByRole('button', { name: 'Retry' });
    const asked = page.waitForRequest(/\/api\/auth\/me/);
    await retry.click();
    await asked;
    await expect(retry).toBeEnabled();
    await restore();
    await retry.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(cardOf(page, question)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  });

  test('a session revoked elsewhere ends at the next action, and login leads back', async ({ page, me, elsewhere }) => {
    const question = unique('Still here?');
    const pollId = await me.ask(question);
    // Without this the live connection would report it a second later, before any action.
    await silenceLive(page);
    await page.goto(`/poll/${pollId}`);
    await expect(cardOf(page, question)).toBeVisible();
    const other = await elsewhere(me);
    expect((await other.post('/api/auth/logout-everywhere')).ok()).toBe(true);
    await cardOf(page, question).getByRole('button', { name: /^Like/ }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('inkling_user'))).toBeNull();
    await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password', { exact: true }).fill(me.password);
    await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
    await expect(cardOf(page, question).getByRole('button', { name: /^Like/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  test('an expired access cookie is renewed without the user noticing', async ({ page, context, me }) => {
    const question = unique('Renewed?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    await expect(cardOf(page, question)).toBeVisible();
    await context.clearCookies({ name: /inkling_session$/ });
    await cardOf(page, question).getByRole('button', { name: 'Yes' }).click();
    await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  });

  test('signing out in one tab signs out the other', async ({ page, context, me }) => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: me.name })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Options', exact: true }).click();
    await other.getByRole('dialog', { name: 'Options' }).getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL(/\/login$/);
    await expect(page).toHaveURL(/\/login$/);
    // The next user to log in is not sent to the page that this one had open.
    expect(await page.evaluate(() => localStorage.getItem('inkling_redirect_after_login'))).toBeNull();
  });

  test('too many comments are refused in the words of the server, and the text stays', async ({ page, me }) => {
    const pollId = await me.ask(unique('Too talkative?'));
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('No comments yet. Yours can be the first.')).toBeVisible();
    // All at once, so that the minute for which they count does not end.
    await Promise.all(Array.from({ length: 20 }, (_, number) => me.comment(pollId, `Comment ${number}`)));
    await page.getByLabel('Add a comment').fill('One more.');
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/comments'));
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('button', { name: 'Comment', exact: true })
      .click();
    expect((await answer).status()).toBe(429);
    const { message } = (await (await answer).json()) as { message: string };
    await expectToast(page, 'Error', message);
    await expect(page.getByLabel('Add a comment')).toHaveValue('One more.');
  });

  test('the page says when it is offline, and rolls back what is done meanwhile', async ({ page, context, me }) => {
    const question = unique('In the tunnel?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const card = cardOf(page, question);
    await touch(page);
    await context.setOffline(true);
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
    await card.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Action Failed', 'Failed to save/unsave poll. Please try again.');
    await expect(card.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'false');
    await context.setOffline(false);
    await expect(page.getByText('You are offline.', { exact: false })).toHaveCount(0);
    await card.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Poll Saved');
  });

  test('a follow without a network fails at once instead of hanging', async ({ page, context, me, someone }) => {
    const other = await someone('Diego Salazar');
    await page.goto(`/profile/${other.id}`);
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
    await touch(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expectToast(
      page,
      'Error',
      'Failed to follow user: Inkling cannot be reached. Check your connection and try again.',
    );
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeEnabled();
    expect((await me.get<unknown[]>(`/api/users/${me.id}/following`)).length).toBe(0);
  });

  test('the Live indicator follows the connection, and missed votes appear once it is back', async ({
    page,
    me,
    someone,
  }) => {
    const question = unique('Missed?');
    const other = await someone('Amara Okafor');
    const pollId = await me.ask(question);
    await me.vote(pollId, 0);
    let broken = false;
    let cut = () => {};
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (broken) return void socket.close();
      socket.connectToServer();
      cut = () => void socket.close({ code: 1001, reason: 'The server goes' });
    });
    await page.goto(`/poll/${pollId}`);
    const live = page.getByText('Live', { exact: true });
    await expect(live).toBeVisible();
    await expect(cardOf(page, question)).toContainText('1 vote');
    broken = true;
    cut();
    await expect(live).toHaveCount(0);
    await other.vote(pollId, 1);
    broken = false;
    await expect(live).toBeVisible({ timeout: 20_000 });
    await expect(cardOf(page, question)).toContainText('2 votes');
    await expect(cardOf(page, question).getByRole('listitem').filter({ hasText: 'No' }).first()).toContainText('50%');
  });

  test('without a live connection the unread count is read twice a minute', async ({ page, me, someone }) => {
    const pollId = await me.ask(unique('Polling?'));
    const other = await someone('Ipek Yilmaz');
    await page.routeWebSocket(/\/ws$/, (socket) => socket.close());
    await page.clock.install();
    const counted = page.waitForResponse(/\/api\/notifications\/unread\/count/);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await counted;
    await other.like(pollId);
    await expect.poll(async () => (await me.get<{ count: number }>('/api/notifications/unread/count')).count).toBe(1);
    await page.clock.runFor(31_000);
    await expect(
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: /^Notifications/ })
        .filter({ visible: true }),
    ).toContainText('1');
  });

  test('a page whose code is no longer served can be loaded again', async ({ page, me }) => {
    await page.route(/\/assets\/settings-page-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/home');
    await expect(page.getByRole('main')).toBeVisible();
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByText(me.email)).toBeVisible();
  });
});
