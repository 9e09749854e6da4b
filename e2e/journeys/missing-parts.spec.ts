import type { Page } from '@playwright/test';
import { type Actor, unique } from '../support/actor';
import { cardOf, expect, onOneSize } from '../support/journey';
import { test } from '../support/own-stack';

// These journeys share one product and stop more and more of its parts.
test.describe.configure({ mode: 'default' });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Signs in through the form. */
async function logIn(page: Page, { email, password }: Actor): Promise<void> {
  // A page of the same origin that does not load the application, which would save its path.
  await page.goto('/api/config');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
}

onOneSize(() => {
  test('without social, notifications, search and insights nobody is locked out; pages say what is missing', async ({
    page,
    me,
    someone,
    product,
  }) => {
    const { stack } = product;
    const other = await someone('Amara Okafor');
    const question = unique('Anybody missing?');
    const pollId = await other.ask(question);
    await expect(async () => {
      await page.goto('/profile');
      await expect(heading(page, me.name)).toBeVisible();
      // On a busy machine they may have been missed.
      expect(await page.evaluate(() => localStorage.getItem('inkling_user'))).toContain('"followersCount":0');
    }).toPass();

    await stack.stopService('social');
    // The own counts are the last known ones; another user's were never known.
    await page.reload();
    await expect(heading(page, me.name)).toBeVisible();
    await expect(page.getByRole('link', { name: '0 Followers' })).toBeVisible();
    await page.goto(`/profile/${other.id}`);
    await expect(heading(page, other.name)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Not known right now: Followers' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Following not available' })).toBeDisabled();
    await expect(cardOf(page, question)).toBeVisible();

    await stack.stopService('notifications');
    await page.goto('/notifications');
    await expect(page.getByText('Failed to load notifications. Please try again.')).toBeVisible();
    await page.goto('/settings');
    await expect(page.getByText('Your notification settings could not be loaded.')).toBeVisible();
    await expect(page.getByText(me.email)).toBeVisible();

    await stack.stopService('search');
    await page.goto('/search');
    await expect(page.getByText('Search is not available right now.')).toBeVisible();

    await stack.stopService('insights');
    await logIn(page, me);
    await expect(cardOf(page, question)).toBeVisible();
    await page.goto(`/poll/${pollId}`);
    await cardOf(page, question).getByRole('button', { name: 'Yes' }).click();
    await expect(cardOf(page, question)).toContainText('1 vote');

    await stack.startService('social');
    await page.goto(`/profile/${other.id}`);
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeEnabled();
    await expect(page.getByRole('link', { name: '0 Followers' })).toBeVisible();
    for (const name of ['notifications', 'search', 'insights']) await stack.startService(name);
  });

  test('without polls, signing in, profiles and settings work, and the rest recovers on its own', async ({
    page,
    me,
    product,
  }) => {
    const question = unique('Where am I?');
    const pollId = await me.ask(question);
    await product.stack.stopService('polls');
    await logIn(page, me);
    await expect(page.getByText('Failed to load polls. Please try again.')).toBeVisible();
    await page.goto(`/poll/${pollId}`);
    await expect(heading(page, 'This poll cannot be shown right now')).toBeVisible();
    await page.goto('/settings');
    await expect(page.getByText(me.email)).toBeVisible();
    await page.goto('/profile');
    await expect(heading(page, me.name)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Not known right now: Polls' })).toBeVisible();
    await expect(page.getByText('Failed to load polls. Please try again.')).toBeVisible();
    await product.stack.startService('polls');
    await expect(page.getByRole('listitem').filter({ hasText: /^1 Poll$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(cardOf(page, question)).toBeVisible();
  });

  test('without auth, a returning user learns that sign-in is down, and is let in later without a press', async ({
    page,
    me,
    product,
  }) => {
    await page.goto('/settings');
    await expect(page.getByText(me.email)).toBeVisible();
    await product.stack.stopService('auth');
    await page.reload();
    await expect(heading(page, 'Signing in is not available right now')).toBeVisible();
    await product.stack.startService('auth');
    await expect(page.getByText(me.email)).toBeVisible();
  });
});
