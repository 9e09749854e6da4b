import type { Page } from '@playwright/test';
import type { Actor } from '../support/actor';
import { expectAccessible } from '../support/axe';
import { expect, expectToast, onOneSize, test } from '../support/journey';
import { grant } from '../support/roles';

const REASON = 'Three comments in two days went after the person.';

/** Has a moderator suspend the page's user for good, as soon as the community service can look at the profile. */
async function suspend(page: Page, me: Actor, moderator: Actor, asModerator: Page['request']): Promise<void> {
  await grant(asModerator, moderator, 'moderator');
  const data = { object: { kind: 'profile', id: me.id }, act: 'suspend', rule: 1, reason: REASON };
  await expect(async () => {
    expect((await asModerator.post('/api/admin/acts', { data })).status()).toBe(201);
  }).toPass({ timeout: 30_000 });
  await expect.poll(async () => (await page.request.get('/api/polls')).ok()).toBe(false);
}

onOneSize(() => {
  test('a suspended person signs in, reads the rule and the reason, and appeals once', async ({
    page,
    me,
    someone,
    elsewhere,
  }) => {
    const moderator = await someone('Mira Sand');
    await suspend(page, me, moderator, await elsewhere(moderator));
    await page.context().clearCookies();
    await page.goto('/login');
    await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password', { exact: true }).fill(me.password);
    await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
    await expect(page.getByText('The rule: Be kind, no harassment')).toBeVisible();
    await expect(page.getByText(REASON)).toBeVisible();
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/suspended$/);
    await page.getByRole('button', { name: 'Export my data' }).click();
    await expect(page.getByRole('button', { name: 'Ask for my data' })).toBeVisible();

    await page.getByRole('button', { name: 'Appeal', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Appeal this decision' });
    await sheet.getByLabel(/^Why should it be seen again/).fill('I meant the question.');
    await sheet.getByRole('button', { name: 'Send appeal' }).click();
    await expectToast(page, 'Your appeal was sent');
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText(/^You appealed on/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^You appealed on/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Appeal', exact: true })).toHaveCount(0);
  });
});

test.describe('axe', () => {
  test.describe.configure({ timeout: 240_000 });
  test.use({ viewport: { width: 1340, height: 900 } });

  test('axe: the suspended account', async ({ page, me, someone, elsewhere }) => {
    const moderator = await someone('Mira Sand');
    await suspend(page, me, moderator, await elsewhere(moderator));
    await me.logIn(page.request);
    await page.goto('/home');
    await expect(page.getByRole('button', { name: 'Appeal', exact: true })).toBeVisible();
    await expectAccessible(page, 'suspended');
    await page.getByRole('button', { name: 'Appeal', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'suspended, appeal');
  });
});
