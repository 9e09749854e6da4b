import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { figuresOf } from '../support/authenticator';
import { sql } from '../support/database';
import { expect, expectToast, onEachSize, test } from '../support/journey';

const card = (page: Page) => page.locator('.one-time-codes-root');
const step = (page: Page) => page.getByRole('dialog', { name: 'One more step' });

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(step(page)).toBeVisible();
}

onEachSize(() => {
  test('one-time codes are switched on, log in, give way to a recovery code, and are switched off', async ({
    page,
    me,
  }) => {
    await page.goto('/settings');
    await card(page).getByRole('button', { name: 'Switch on' }).click();
    const key = (await page.locator('.one-time-codes-key').textContent()) ?? '';
    await expect(card(page).getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
    const wrong = figuresOf(key, 9);
    await card(page).getByLabel('Six figures').fill(wrong);
    await card(page).getByRole('button', { name: 'Switch on' }).click();
    await expect(card(page).getByText('These are not the figures that the app shows now.')).toBeVisible();
    await card(page).getByLabel('Six figures').fill(figuresOf(key));
    await card(page).getByRole('button', { name: 'Switch on' }).click();
    await expectToast(page, 'One-time codes are on');
    const codes = await card(page).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card(page).getByRole('button', { name: 'Save as text' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\n').slice(2, 12)).toEqual(codes);
    await card(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(card(page).getByText('You have 10 of 10 recovery codes left.')).toBeVisible();

    await logOut(page);
    await logIn(page, me.email, me.password);
    await step(page).getByLabel('Six figures').fill(wrong);
    await expect(step(page).getByText(/This code is not right/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectToast(page, 'Login failed');
    await expect(page).toHaveURL(/\/login$/);
    await expect(step(page)).toBeHidden();
    await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
    // The present one confirmed the secret, and counts only once.
    await step(page).getByLabel('Six figures').fill(figuresOf(key, 1));
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL(/\/home$/);

    await logOut(page);
    await logIn(page, me.email, me.password);
    await step(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await step(page).getByLabel('Recovery code').fill(codes[6]!.toUpperCase());
    await step(page).getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/settings');
    await expect(card(page).getByText('You have 9 of 10 recovery codes left.')).toBeVisible();

    // As if the sign-in were eleven minutes old.
    await sql(`update auth.sessions set proved_at = now() - interval '11 minutes' where account_id = $1`, [me.id]);
    await card(page).getByRole('button', { name: 'Switch off' }).click();
    await page
      .getByRole('alertdialog', { name: 'Switch one-time codes off?' })
      .getByRole('button', { name: 'Switch off' })
      .click();
    const proof = page.getByRole('dialog', { name: 'Is it you?' });
    await proof.getByLabel('Password', { exact: true }).fill('wrong horse');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(proof.getByText('This is not your password.')).toBeVisible();
    await proof.getByLabel('Password', { exact: true }).fill(me.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'One-time codes are off');
    await expect(proof).toBeHidden();
    await expect(card(page).getByRole('button', { name: 'Switch on' })).toBeVisible();
  });
});
