import { expect, test } from '@playwright/test';
import { newPerson, signUp } from './people';

test('a guarded page is remembered, and opened once after login', async ({ page }) => {
  await page.goto('/create');
  await expect(page).toHaveURL(/\/login$/);
  const person = newPerson('Amara Okafor');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create Your Profile' })).toBeVisible();

  // Confined until the profile is complete (docs/product.md#access).
  await page.goto('/home');
  await expect(page).toHaveURL(/\/create-profile$/);
});

test('logout ends the session in this browser and on the server', async ({ page, context }) => {
  await signUp(page, newPerson('Mei-Ling Tan'));
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => /inkling_(session|refresh)$/.test(name)).map(({ httpOnly }) => httpOnly)).toEqual(
    [true, true],
  );
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/(login)?$/);
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  // The old cookies no longer open it.
  await context.addCookies(cookies);
  await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401);
});

test('an account that exists switches signup to login, and a wrong password says so', async ({ page, browser }) => {
  const person = newPerson('Diego Salazar');
  const other = await (await browser.newContext()).newPage();
  await signUp(other, person);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('not this one either');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Incorrect password for this email.').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('an unknown path says so, and tracking parameters go to the landing page', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page
    .getByRole('link', { name: 'Return to Home' })
    .or(page.getByRole('button', { name: 'Return to Home' }))
    .click();
  await expect(page).not.toHaveURL(/nowhere/);
  await page.goto('/nowhere?utm_source=letter');
  await expect(page).toHaveURL(/\/$/);
});
