import type { Browser, Page } from '@playwright/test';
import type { Api } from '../api/api.spec-support';
import { unique } from '../support/actor';
import { expectAccessible } from '../support/axe';
import { expect, onOneSize } from '../support/journey';
import { makeAdministrator, test } from '../support/own-stack';

// How people join holds for everyone, so these journeys start their own product.
test.describe.configure({ mode: 'default', timeout: 240_000 });

type SignUp = { mode: 'open' | 'approval' | 'invitation' | 'closed'; question?: string };

/** Decides how people join, and waits until every page and the sign-up know it. */
async function letJoin(page: Page, product: Api, signUp: SignUp): Promise<void> {
  const { version } = (await (await page.request.get('/api/admin/settings')).json()) as { version: number };
  const saved = await page.request.post('/api/admin/settings', { data: { version, changes: { signUp } } });
  expect(saved.status()).toBe(200);
  await expect(async () => {
    const config = (await (await page.request.get('/api/config')).json()) as { instance: { signUp: SignUp } };
    expect(config.instance.signUp.mode).toBe(signUp.mode);
    const [row] = await product.stack.sql<{ version: number }>('auth', 'select version from instance_settings');
    expect(row?.version).toBe(version + 1);
  }).toPass({ timeout: 30_000 });
}

/** A visitor at an address of the product. */
async function visit(browser: Browser, product: Api, path: string): Promise<Page> {
  const visitor = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await visitor.goto(new URL(path, product.origin).href);
  return visitor;
}

async function fillAccount(visitor: Page): Promise<string> {
  const email = `${unique('joins').replaceAll(/[^a-z0-9]/g, '')}@example.org`;
  await visitor.getByLabel('Email', { exact: true }).fill(email);
  await visitor.getByLabel('Password', { exact: true }).fill('correct horse');
  return email;
}

const submit = (visitor: Page) => visitor.locator('form').getByRole('button', { name: 'Sign up', exact: true }).click();

onOneSize(() => {
  test('by invitation: the link shows who invites and lets one person in, and then says that it is used up', async ({
    page,
    me,
    product,
    browser,
  }) => {
    await makeAdministrator(page, product, me);
    await letJoin(page, product, { mode: 'invitation' });
    await page.goto('/admin/invitations');
    await page.getByRole('button', { name: 'Make an invitation' }).click();
    const row = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').first();
    await expect(row).toContainText('1 of 1 left, until');
    await expectAccessible(page, 'administration, invitations');
    const code = (await row.locator('b').textContent())!;

    const visitor = await visit(browser, product, `/login?invitation=${code.toLowerCase()}`);
    await expect(visitor.getByText(`${me.name} invites you`)).toBeVisible();
    await expect(visitor.getByText('Ticket 1 of 1, until')).toBeVisible();
    await expectAccessible(visitor, 'sign-up with an invitation');
    await fillAccount(visitor);
    await submit(visitor);
    await expect(visitor).toHaveURL(/create-profile/);

    const late = await visit(browser, product, `/login?invitation=${code}`);
    await expect(late.getByLabel('Invitation code')).toHaveValue(code);
    await expect(late.getByLabel('Invitation code')).toHaveAccessibleDescription(/used up/);
    await page.reload();
    await expect(row).toContainText('Used up · 1 joined');

    // A member makes an invitation in the settings, and withdraws it.
    await page.goto('/settings');
    const own = page.getByRole('region', { name: 'Invitations' });
    await own.getByRole('button', { name: 'Make an invitation' }).click();
    await own.getByRole('button', { name: /^Withdraw / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(own.getByText(/^Withdrawn/)).toBeVisible();
    await expectAccessible(page, 'settings, invitations');
    await letJoin(page, product, { mode: 'open' });
  });

  test('by approval: one person waits and is let in, another is refused with a reason', async ({
    page,
    me,
    product,
    browser,
  }) => {
    await makeAdministrator(page, product, me);
    await letJoin(page, product, { mode: 'approval', question: 'Which street do you miss?' });
    const visitor = await visit(browser, product, '/login');
    const email = await fillAccount(visitor);
    await visitor.getByLabel('Which street do you miss?').fill('Rope Walk, for the bakery.');
    await submit(visitor);
    await expect(visitor.getByRole('heading', { name: 'Your request is on the table' })).toBeVisible();

    const other = await visit(browser, product, '/login');
    const refused = await fillAccount(other);
    await other.getByLabel('Which street do you miss?').fill('None.');
    await submit(other);
    await expect(other.getByRole('heading', { name: 'Your request is on the table' })).toBeVisible();

    await page.goto('/admin/requests');
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('2 wait', { exact: true })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('link', { name: 'Requests 2 waiting' })).toBeVisible();
    await expect(page.getByText('Rope Walk, for the bakery.')).toBeVisible();
    await expectAccessible(page, 'administration, requests');
    await page.getByRole('button', { name: `Approve: ${email}` }).click();
    await expect(page.getByText('Rope Walk, for the bakery.')).toHaveCount(0);
    await page.getByRole('button', { name: `Refuse: ${refused}` }).click();
    await page.getByLabel('Reason they read').fill('Nobody here knows you.');
    await expectAccessible(page, 'administration, refusing a request');
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click();
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();

    await expect(async () => {
      await visitor.reload();
      await expect(visitor).toHaveURL(/create-profile/, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(async () => {
      await other.goto(new URL('/home', product.origin).href);
      await expect(other.getByRole('heading', { name: 'Your request is on the table' })).toHaveCount(0);
      await expect(other).toHaveURL(/login/, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await letJoin(page, product, { mode: 'open' });
  });
});
