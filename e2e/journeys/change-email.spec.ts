import type { User } from '@inkling/contracts';
import type { SmtpServer } from '@inkling/testing';
import { expect, expectToast } from '../support/journey';
import { mailedLink } from '../support/mailed-link';
import { test } from '../support/own-instance';

/** The link in the latest mail to this address that does `what`. */
async function linkFor(mailbox: SmtpServer, to: string, what: 'change' | 'restore'): Promise<string> {
  await expect
    .poll(() => mailbox.to(to).some(({ mail }) => mail.text?.includes(`&for=${what}`)), { timeout: 30_000 })
    .toBe(true);
  const text = mailbox.to(to).findLast(({ mail }) => mail.text?.includes(`&for=${what}`))!.mail.text!;
  return new RegExp(`/verify-email\\?token=[\\w-]+&for=${what}`).exec(text)![0];
}

test('an address changes when the new mailbox confirms it, and the old one can take it back', async ({
  page,
  browser,
  me,
  equipped,
}) => {
  const { mailbox } = equipped;
  await page.goto(await mailedLink(mailbox, me.email, '/verify-email'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();

  const wanted = `moved-${me.email}`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(me.email.toUpperCase());
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('This is your address already.')).toBeVisible();
  await page.getByLabel('New email').fill(wanted);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectToast(page, 'Look for the link');
  const link = await linkFor(mailbox, wanted, 'change');

  // Where nobody is logged in, the link changes nothing.
  const elsewhere = await (await browser.newContext({ baseURL: equipped.origin })).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('Log in to the account that should get this address')).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm the new email' }).click();
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible();
  expect(await me.get<User>('/api/auth/me')).toMatchObject({ email: wanted, emailVerified: true });
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm the new email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email was not changed' })).toBeVisible();

  await elsewhere.goto(await linkFor(mailbox, me.email, 'restore'));
  await elsewhere.getByRole('button', { name: 'Restore this email' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  // The session that changed the address has ended.
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login$/);
  await elsewhere.getByLabel('New password', { exact: true }).fill('battery staple');
  await elsewhere.getByLabel('Repeat the new password').fill('battery staple');
  await elsewhere.getByRole('button', { name: 'Save password' }).click();
  await elsewhere.getByLabel('Email').fill(me.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill('battery staple');
  await elsewhere.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(elsewhere).toHaveURL(/\/home$/);
  await elsewhere.context().close();
});
