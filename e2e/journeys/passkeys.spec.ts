import type { Page } from '@playwright/test';
import { expect, expectToast, onOneSize, test } from '../support/journey';
import { addAuthenticator } from '../support/virtual-authenticator';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'Passkey added', 'You can sign in with it from now on.');
}

async function logOutAndUsePasskey(page: Page): Promise<void> {
  expect((await page.request.post('/api/auth/logout')).ok()).toBe(true);
  await page.goto('/login');
  await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}

onOneSize(() => {
  test('a passkey is added, named, signs in, and opens nothing once it is removed', async ({ page, me }) => {
    await addAuthenticator(page);
    await addPasskey(page);
    await page.getByRole('button', { name: /^Rename / }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Desk computer');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(row(page, 'Desk computer')).toContainText('Made today');

    await logOutAndUsePasskey(page);
    await expect(page).toHaveURL(/\/home$/);
    await expectToast(page, 'Welcome back!');
    expect(await me.get<object>('/api/auth/me')).toMatchObject({ email: me.email });
    await page.goto('/settings');
    await expect(row(page, 'Desk computer')).toContainText('Made today, used today');

    await page.getByRole('button', { name: 'Remove Desk computer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Passkey removed');
    await expect(row(page, 'Desk computer')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
    await logOutAndUsePasskey(page);
    await expectToast(page, 'The passkey did not work', 'This passkey does not work here. Please try again.');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('a passkey answers the question whether it is really them', async ({ page, me }) => {
    await addAuthenticator(page);
    void me;
    await addPasskey(page);
    // As if the sign-in were long ago, until the proof.
    let proved = false;
    await page.route('**/api/auth/passkeys/*', (route) => {
      if (proved || route.request().method() !== 'DELETE') return route.fallback();
      const code = { message: 'Please confirm first that it is you.', code: 'proof-needed' };
      return route.fulfill({ status: 403, json: { ...code, proofs: ['password', 'passkey'] } });
    });
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/auth/prove/passkey')) proved = answer.ok();
    });
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Use a passkey' }).click();
    await expectToast(page, 'Passkey removed');
    expect(proved).toBe(true);
  });

  test('a browser without passkeys is offered none', async ({ page, me }) => {
    void me;
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await page.goto('/settings');
    await expect(page.getByText('Where you are signed in')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0);
    await page.request.post('/api/auth/logout');
    await page.goto('/login');
    await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  });
});
