import type { Page } from '@playwright/test';
import { unique } from '../support/actor';
import { test } from '../support/firebase-instance';
import { cardOf, expect, expectToast } from '../support/journey';
import { mailedLink } from '../support/mailed-link';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' });

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).tap();
}

test('a visitor signs up through Firebase, confirms the address, votes, and later chooses another password', async ({
  page,
  someone,
  product,
}) => {
  const { emulator, mailbox } = product!;
  const question = unique('Tea or coffee?');
  const pollId = await (await someone('Amara Okafor')).ask(question, ['Tea', 'Coffee']);
  const email = `${unique('visitor').replace(' ', '.')}@example.org`;
  const password = 'correct horse';
  const asked: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url().replace(/\?.*/, '')));
  page.on('console', (message) => /content security policy/i.test(message.text()) && refused.push(message.text()));

  await page.goto(`/poll/${pollId}`);
  await page.getByRole('region', { name: 'The poll you were sent' }).getByRole('button', { name: 'Coffee' }).tap();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Name', { exact: true }).fill('Jonas Lindqvist');
  await page.getByRole('button', { name: 'Sign up and vote' }).tap();
  await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  const signIns = asked.filter((url) => /accounts:|\/api\/auth\/(signup|login|email)$/.test(url));
  const firebase = `http://${emulator}/identitytoolkit.googleapis.com/v1`;
  expect(signIns).toEqual([
    `${firebase}/accounts:signUp`,
    `${firebase}/accounts:lookup`,
    `${product!.origin}/api/auth/email`,
  ]);

  // The vote waits until this server's own mail has confirmed the address.
  await expect(page.getByRole('dialog', { name: 'Confirm your email to vote' })).toContainText(email);
  const other = await page.context().newPage();
  await other.goto(await mailedLink(mailbox, email, '/verify-email'));
  await other.getByRole('button', { name: 'Confirm email' }).tap();
  await expect(other.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await other.close();
  const card = cardOf(page, question);
  await expect(page.getByRole('dialog', { name: 'Confirm your email to vote' })).toHaveCount(0);
  await expect(async () => {
    if (!(await card.getByText('your vote').count()))
      await card.getByRole('button', { name: 'Coffee' }).tap({ timeout: 2_000 });
    await expect(card).toContainText(/Coffee.*, 100%, 1 vote, your vote/, { timeout: 5_000 });
  }).toPass();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  // The address is taken: another password is refused, the right one logs in.
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a wrong guess');
  await page.locator('form').getByRole('button', { name: 'Sign up', exact: true }).tap();
  await expectToast(
    page,
    'Signup failed',
    'This email is already in use. If you already have an account, please log in instead.',
  );
  await logIn(page, email, 'a wrong guess');
  await expectToast(page, 'Login failed', 'Incorrect password for this email.');
  await logIn(page, email, password);
  await expect(page).toHaveURL(/\/home$/);

  // A password chosen with a mailed link replaces the one at Firebase.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).tap();
  await page.goto(await mailedLink(mailbox, email, '/reset-password'));
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Repeat the new password').fill('battery staple');
  await page.getByRole('button', { name: 'Save password' }).tap();
  await expectToast(page, 'Password changed', 'You can log in with your new password now.');
  await logIn(page, email, password);
  await expectToast(page, 'Login failed', 'Incorrect password for this email.');
  await logIn(page, email, 'battery staple');
  await expect(page).toHaveURL(/\/home$/);
  expect(refused).toEqual([]);
});
