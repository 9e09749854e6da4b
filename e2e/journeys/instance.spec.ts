import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { expect, onOneSize } from '../support/journey';
import { makeAdministrator, test } from '../support/own-stack';

// What an administrator decides shows to everyone, so these journeys start their own product.
test.describe.configure({ mode: 'default', timeout: 240_000 });

/** Publishes a page over the version that is there. */
async function publish(page: Page, kind: string, text: string, summary: string | null = null): Promise<void> {
  const history = (await (await page.request.get(`/api/admin/pages/${kind}`)).json()) as {
    shown: { version: number } | null;
  };
  const data = { version: history.shown?.version ?? 0, texts: { en: text }, summary };
  expect((await page.request.post(`/api/admin/pages/${kind}`, { data })).status()).toBe(201);
}

onOneSize(() => {
  test('an administrator changes name and rules and announces something, and everyone sees it', async ({
    page,
    me,
    product,
    browser,
  }) => {
    await makeAdministrator(page, product, me);
    await page.goto('/admin/settings');
    await page.getByLabel('Name', { exact: true }).fill('Harbour Polls');
    await page.getByLabel('Rule 2', { exact: true }).fill('Leave addresses out');
    const handle = page.getByRole('button', { name: 'Move rule 2', exact: true });
    await handle.focus();
    await handle.press('ArrowUp');
    await expect(page.getByLabel('Rule 1', { exact: true })).toHaveValue('Leave addresses out');
    await expect(page.getByText('2 changes not saved:')).toBeVisible();
    await expectAccessible(page, 'administration, settings');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('2 changes not saved:')).toHaveCount(0);

    // Somebody else saves while the form is open, which it shows before anything is saved over it.
    await page.getByLabel('Name', { exact: true }).fill('Quay Polls');
    const { version } = (await (await page.request.get('/api/admin/settings')).json()) as { version: number };
    const changes = { name: 'Harbour Polls by the sea', flagWords: ['casino'] };
    expect((await page.request.post('/api/admin/settings', { data: { version, changes } })).status()).toBe(200);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const meanwhile = page.getByRole('group', { name: 'Somebody else has saved meanwhile' });
    await expect(meanwhile).toContainText('Words that flag');
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await meanwhile.getByRole('radio', { name: 'Keep mine Quay Polls' }).check();
    await expectAccessible(page, 'administration, settings that two have changed');
    await meanwhile.getByRole('radio', { name: 'Take theirs Harbour Polls by the sea' }).check();
    await meanwhile.getByRole('button', { name: 'Go on with these' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harbour Polls by the sea');
    await page.getByLabel('Name', { exact: true }).fill('Harbour Polls');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('1 change not saved:')).toHaveCount(0);

    await page.goto('/admin/announcements');
    await page.getByLabel('Title').fill('Closed on Sunday');
    await page.getByRole('button', { name: 'Announce', exact: true }).click();
    await expect(page.getByRole('button', { name: 'End: Closed on Sunday' })).toBeVisible();
    await expectAccessible(page, 'administration, announcements');
    await page.goto('/home');
    await page.getByRole('button', { name: 'Close: Closed on Sunday' }).click();
    await page.reload();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(page.getByText('Closed on Sunday')).toHaveCount(0);

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(new URL('/rules', page.url()).href);
    await expect(visitor.getByRole('listitem').first()).toContainText('Leave addresses out');
    await expect(visitor.getByText('This server is run by Harbour Polls.')).toBeVisible();
    await expectAccessible(visitor, 'rules');
  });

  test('a page of hostile Markdown neither runs nor loads anything', async ({ page, me, product }) => {
    await makeAdministrator(page, product, me);
    await publish(
      page,
      'imprint',
      '# Who we are\n\n<script>window.hit = 1</script>\n\n<img src=x onerror="window.hit = 1">\n\n' +
        '[press](javascript:window.hit=1) ![pixel](https://evil.example/pixel.gif)',
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/imprint');
    await expect(page.getByRole('heading', { name: 'Who we are' })).toBeVisible();
    await expect(page.getByText('<script>window.hit = 1</script>')).toBeVisible();
    await expect(page.getByRole('link', { name: 'press' })).toHaveCount(0);
    expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
    expect(asked.filter((address) => address.includes('evil.example'))).toEqual([]);

    await page.goto('/admin/pages');
    await page.getByRole('button', { name: 'Edit Imprint' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Who we are');
    await expectAccessible(page, 'administration, a page');
  });

  test('a new version of the terms asks a person once, who reads what has changed', async ({ page, me, product }) => {
    await makeAdministrator(page, product, me);
    await publish(page, 'terms', 'Be kind and brief.', 'We ask you to be brief.');
    await page.goto('/home');
    await expect(page.getByText('We ask you to be brief.')).toBeVisible();
    await expectAccessible(page, 'the question for the terms');
    await page.getByRole('button', { name: 'I accept the terms' }).click();
    await expect(page.getByText('We ask you to be brief.')).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem('inkling_accepted_terms'));
    const state = page.waitForResponse((response) => response.url().endsWith('/api/terms'));
    await page.reload();
    expect(await (await state).json()).toEqual({ accepted: 1 });
    await expect(page.getByText('We ask you to be brief.')).toHaveCount(0);
    await page.goto('/terms');
    await expect(page.getByText('Be kind and brief.')).toBeVisible();
  });
});
