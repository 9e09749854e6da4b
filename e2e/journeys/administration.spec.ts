import type { Page } from '@playwright/test';
import { unique, type Actor } from '../support/actor';
import { expectAccessible } from '../support/axe';
import { sql } from '../support/database';
import { expect, onEachSize, test } from '../support/journey';

/** Gives the page's user a role, with a session that knows it. */
async function grant(page: Page, { id, email, password }: Actor, role: 'moderator' | 'administrator'): Promise<void> {
  await sql('update auth.accounts set role = $2 where id = $1', [id, role]);
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200);
}

/** Has a person of their own report a poll, once the community service knows it. */
async function report(page: Page, pollId: number, words: string): Promise<void> {
  await expect(async () => {
    const data = { kind: 'poll', id: pollId, rule: 2, words };
    expect((await page.request.post('/api/reports', { data })).status()).toBe(200);
  }).toPass({ timeout: 30_000 });
}

onEachSize(({ phone }) => {
  test('what a member reports becomes a case, which moderators find and members do not', async ({
    page,
    me,
    someone,
  }) => {
    const question = unique('Whose number should I post?');
    await report(page, await (await someone('Bruno Keller')).ask(question), 'A real number of somebody I know.');
    await page.goto('/admin/queue');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

    await grant(page, me, 'moderator');
    await page.goto(phone ? '/profile' : '/home');
    if (phone) await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByText('Administration', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByRole('article').getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByText('A real number of somebody I know.')).toBeVisible();
    if (phone) await page.getByRole('link', { name: 'Queue' }).last().click();
    await expect(page.getByRole('link', { name: question })).toBeVisible();
  });
});

test.describe('axe', () => {
  test.describe.configure({ timeout: 240_000 });
  test.use({ viewport: { width: 1340, height: 900 } });

  test('axe: every screen of the administration', async ({ page, me, someone }) => {
    const question = unique('Would you hang this?');
    await report(page, await (await someone('Bruno Keller')).ask(question), 'Not marked.');
    await grant(page, me, 'administrator');
    await page.goto('/admin');
    await expect(page.getByRole('img', { name: /^Votes a day/ })).toBeVisible();
    await expectAccessible(page, 'administration, overview');
    await page.getByRole('link', { name: 'Queue', exact: true }).first().click();
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByRole('article').getByRole('heading', { name: question })).toBeVisible();
    await expectAccessible(page, 'administration, queue and case');
    await page.goto('/admin/log');
    await expect(page.getByText('Case opened').first()).toBeVisible();
    await expectAccessible(page, 'administration, log');
    await page.goto('/admin/health');
    await expect(page.getByRole('cell', { name: 'Well' }).first()).toBeVisible();
    await expectAccessible(page, 'administration, health');
  });
});
