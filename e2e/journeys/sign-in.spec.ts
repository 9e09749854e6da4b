import type { Page } from '@playwright/test';
import { Actor, unique } from '../support/actor';
import { failing } from '../support/failures';
import { cardOf, expect, expectToast, onOneSize, test } from '../support/journey';

async function submit(page: Page, mode: 'Sign up' | 'Log in', email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: mode, exact: true }).click();
}
const toLogin = (page: Page) => page.locator('.swap').getByRole('button', { name: 'Log in' }).click();

onOneSize(() => {
  test('the form has two modes with different texts, and can show the password', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await expect(page.getByText('Join Inkling and start creating polls')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await toLogin(page);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(page.getByText('Log in to continue your experience')).toBeVisible();
    // The typed text stays.
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await page.getByRole('link', { name: 'Back' }).first().click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('problems in the fields are reported before anything is sent', async ({ page }) => {
    await page.goto('/login');
    let asked = 0;
    page.on('request', (request) => (asked += /\/api\/auth\/(signup|login)$/.test(request.url()) ? 1 : 0));
    await submit(page, 'Sign up', '', '');
    await expectToast(page, 'Missing information', 'Please fill in all required fields.');
    await expect(page.getByLabel('Email')).toBeFocused();
    await submit(page, 'Sign up', 'no address', 'correct horse');
    await expectToast(page, 'Signup failed', 'Please enter a valid email address.');
    await submit(page, 'Sign up', 'noor@example.org', 'short');
    await expectToast(page, 'Signup failed', 'Password is too weak. Please use at least 6 characters.');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    expect(asked).toBe(0);
  });

  test('an unknown address switches to sign-up, and a new account leads to its profile', async ({ page }) => {
    await page.goto('/login');
    await toLogin(page);
    await submit(page, 'Log in', `${unique('nobody').replace(' ', '.')}@example.org`, 'correct horse');
    await expectToast(page, 'Login failed', 'No account found with this email. Please sign up instead.');
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await page.locator('form').getByRole('button', { name: 'Sign up' }).click();
    await expectToast(page, 'Account created!');
    await expect(page).toHaveURL(/\/create-profile$/);
  });

  test('signing up with the address and password of an account logs in', async ({ page, someone }) => {
    const { email, password } = await someone('Diego Salazar');
    await page.goto('/login');
    await submit(page, 'Sign up', email, password);
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL(/\/home$/);
  });

  test('after too many wrong passwords nobody gets in for a while', async ({ page, playwright, baseURL, someone }) => {
    const { email, password } = await someone('Mei-Ling Tan');
    const guesses = await playwright.request.newContext({ baseURL });
    await expect(async () =>
      expect((await guesses.post('/api/auth/login', { data: { email, password: 'a wrong guess' } })).status()).toBe(
        429,
      ),
    ).toPass({ intervals: [0], timeout: 60_000 });
    await guesses.dispose();
    await page.goto('/login');
    await toLogin(page);
    await submit(page, 'Log in', email, password);
    await expectToast(
      page,
      'Login failed',
      'Too many failed login attempts. Please try again later or reset your password.',
    );
  });

  test('a server that fails says so, and the same button works once it is back', async ({ page, someone }) => {
    const { email, password } = await someone('Kwame Boateng');
    await page.goto('/login');
    await toLogin(page);
    const restore = await failing(page, 'POST', '/api/auth/login');
    await submit(page, 'Log in', email, password);
    await expectToast(page, 'Login failed', 'This part of Inkling is not available. Please try again.');
    await restore();
    await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('a shared poll shows above the form, and is opened after logging in', async ({ page, someone }) => {
    const author = await someone('Amara Okafor');
    const question = unique('Should shops close on Sundays?');
    const pollId = await author.ask(question);
    await page.goto(`/poll/${pollId}?from=chat`);
    await expect(page).toHaveURL(/\/login$/);
    const peek = page.getByRole('region', { name: 'The poll you were sent' });
    await expect(peek.getByRole('heading', { name: question })).toBeVisible();
    await expect(peek).toContainText('Perhaps');
    await expect(peek).toContainText('Amara Okafor');
    await toLogin(page);
    await submit(page, 'Log in', author.email, author.password);
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}\\?from=chat$`));
    await expect(cardOf(page, question)).toBeVisible();
    // The saved path is used once: the next sign-in leads home.
    expect(await page.evaluate(() => localStorage.getItem('inkling_redirect_after_login'))).toBeNull();
  });

  test('a new user who was sent a poll reaches it after sign-up and profile', async ({ page, someone }) => {
    const question = unique('Is a tomato a fruit?');
    const pollId = await (await someone('Amara Okafor')).ask(question);
    await page.goto(`/poll/${pollId}`);
    await submit(page, 'Sign up', `${unique('new').replace(' ', '.')}@example.org`, 'correct horse');
    await page.getByLabel('Name', { exact: true }).fill('Jonas Lindqvist');
    await page.getByLabel('Username').fill(unique('jonas').replace(' ', '_'));
    await page.getByRole('button', { name: 'Complete Profile' }).click();
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
    await expect(cardOf(page, question)).toBeVisible();
  });

  test('every page for users asks for a session first, and is the one opened afterwards', async ({ page }) => {
    for (const path of [
      '/home',
      '/search?q=rain',
      '/create',
      '/profile',
      '/profile/1/followers',
      '/profile/1/following',
      '/notifications',
      '/settings',
      '/debug',
      '/admin/queue',
      '/edit-profile',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => localStorage.getItem('inkling_redirect_after_login'))).toBe(path);
    }
    await Actor.join(page.request, 'Ipek Yilmaz');
    await page.goto('/login');
    await expect(page).toHaveURL(/\/edit-profile$/);
  });

  test('without a session there is no profile to create', async ({ page }) => {
    await page.goto('/create-profile');
    await expect(page).toHaveURL(/\/login$/);
    await expectToast(page, 'Authentication required');
  });

  test('/create-poll redirects to /create', async ({ page }) => {
    await Actor.join(page.request, 'Ipek Yilmaz');
    await page.goto('/create-poll');
    await expect(page).toHaveURL(/\/create$/);
    await expect(page.getByRole('heading', { name: 'Create a poll' })).toBeVisible();
  });
});
