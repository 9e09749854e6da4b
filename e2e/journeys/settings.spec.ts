import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { Actor } from '../support/actor';
import { makingExport } from '../support/exports';
import { answering, failing } from '../support/failures';
import { expect, expectToast, onEachSize, onOneSize, test } from '../support/journey';

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('the theme that is chosen stays', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'System' }).check({ force: true });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('the choice of notifications and of being named is kept', async ({ page }) => {
    await page.goto('/settings');
    const likes = page.getByRole('switch', { name: 'Likes of your polls In the list' });
    const named = page.getByRole('switch', { name: 'Name me in vote notices' });
    await expect(likes).toBeChecked();
    // The page shows the change before the server has stored it.
    const press = async (one: Locator, field: string) => {
      const saved = page.waitForResponse(
        (answer) =>
          answer.url().includes('/preferences') &&
          answer.request().method() === 'POST' &&
          (answer.request().postData() ?? '').includes(field),
      );
      const [answer] = await Promise.all([saved, one.click()]);
      expect(answer.ok()).toBe(true);
    };
    await press(likes, 'like');
    await expect(likes).not.toBeChecked();
    const before = await named.isChecked();
    await press(named, 'nameInVotes');
    await page.reload();
    await expect(likes).not.toBeChecked();
    await expect(named).toBeChecked({ checked: !before });
    await page.getByRole('link', { name: 'What we keep, and who can see it' }).click();
    await expect(page.getByRole('heading', { name: 'What we keep' })).toBeInViewport();
  });

  test('a setting that cannot be saved goes back', async ({ page }) => {
    await page.goto('/settings');
    const comments = page.getByRole('switch', { name: 'Comments on your polls In the list' });
    await expect(comments).toBeChecked();
    await failing(page, 'POST', '/api/notifications/preferences');
    await comments.click();
    await expectToast(page, 'The setting was not saved');
    await expect(comments).toBeChecked();
  });

  test('the file of one’s data is asked for, downloaded and deleted', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Ask for my data' }).click();
    const file = page.getByRole('button', { name: 'Download' });
    await expect(file).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/^ZIP, \d+ kB: 0 polls, 0 votes/)).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    expect(download.suggestedFilename()).toMatch(/^inkling-\d{4}-\d\d-\d\d\.zip$/);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
    await page.getByRole('button', { name: 'Delete the file now' }).click();
    await expectToast(page, 'The file of your data was deleted');
    await expect(page.getByRole('button', { name: 'Ask for my data' })).toBeVisible();
  });

  test('the export shows the parts that are in, and can be stopped', async ({ page }) => {
    await answering(page, 'GET', '/api/users/me/export', { export: makingExport });
    await page.goto('/settings');
    await expect(page.getByRole('progressbar', { name: 'Parts gathered' })).toHaveAttribute('aria-valuenow', '4');
    await expect(page.getByText('4 of 7 parts. Next: follows.')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expectToast(page, 'The export was stopped');
  });

  test('settings and sessions that fail to load can be loaded again', async ({ page }) => {
    const restored = [
      await failing(page, 'GET', '/api/notifications/preferences'),
      await failing(page, 'GET', '/api/auth/sessions'),
    ];
    await page.goto('/settings');
    await expect(page.getByText('Your notification settings could not be loaded.')).toBeVisible();
    await expect(page.getByText('The list of sessions could not be loaded.')).toBeVisible();
    for (const restore of restored) await restore();
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByRole('switch', { name: 'Likes of your polls In the list' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  });

  test('the deletion of the account is asked for, waits for its day and is taken back', async ({ page }) => {
    // Signed in a moment ago, so nobody is asked for a proof.
    await Actor.join(page.request, 'Lea Weber');
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'Delete your account' });
    await section.getByRole('button', { name: 'Delete account' }).click();
    const confirm = section.getByRole('button', { name: 'Delete in 7 days' });
    await expect(confirm).toBeDisabled();
    await section.getByRole('radio', { name: /^Leave them without my name/ }).check({ force: true });
    await confirm.click();
    await expectToast(page, 'Your account will be deleted');
    await expect(section.getByText('Your polls stay, without your name.')).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(7);
    await page.reload();
    await expect(section.getByRole('heading', { name: '7 days to change your mind' })).toBeVisible();
    await section.getByRole('button', { name: 'Take it back' }).click();
    await expectToast(page, 'Your account stays');
    await expect(section.getByRole('button', { name: 'Delete account' })).toBeVisible();
  });

  test('another session is listed and ended', async ({ page, me, elsewhere }) => {
    const other = await elsewhere(me);
    await page.goto('/settings');
    const places = page.locator('.session-list-root').getByRole('listitem');
    await expect(places).toHaveCount(2);
    await places.getByRole('button', { name: /^Sign out of/ }).click();
    await expectToast(page, 'Signed out there');
    await expect(places).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    await expect.poll(async () => (await other.get('/api/auth/me')).status()).toBe(401);
  });

  test('signing out everywhere ends this session too', async ({ page, me, elsewhere }) => {
    const other = await elsewhere(me);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const sheet = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(async () => (await other.get('/api/auth/me')).status()).toBe(401);
  });

  test('the password is changed with the current one, and ends the other sessions', async ({ page, me, elsewhere }) => {
    const other = await elsewhere(me);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Change password' }).click();
    const save = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Save password' }).click();
    };
    await save('not this one', 'battery staple');
    await expect(page.getByText('This is not your current password.')).toBeVisible();
    await save(me.password, 'short');
    await expect(page.getByText('Password is too weak. Please use at least 6 characters.')).toBeVisible();
    await save(me.password, 'battery staple');
    await expectToast(page, 'Password changed', 'Everywhere else you are signed out now.');
    await expect.poll(async () => (await other.get('/api/auth/me')).status()).toBe(401);
    expect((await page.request.get('/api/auth/me')).status()).toBe(200);
    expect(
      (await other.post('/api/auth/login', { data: { email: me.email, password: 'battery staple' } })).status(),
    ).toBe(200);
  });

  test('the debug page shows the connection, and sends a test notification and vote', async ({ page, me }) => {
    const pollId = await me.ask('Is this a test?');
    await page.goto('/debug');
    await expect(page.getByRole('heading', { name: 'WebSocket Debug' })).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expectToast(page, 'Error', 'Please enter a target user ID');
    await page.getByRole('button', { name: 'Cast Test Vote' }).click();
    await expectToast(page, 'Error', 'Please enter a poll ID');
    await page.getByLabel('Target User ID').fill(`${me.id}`);
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(page.locator('.debug-page-frame')).toContainText(/notification/);
    await page.getByLabel('Poll ID').fill(`${pollId}`);
    await page.getByRole('button', { name: 'Cast Test Vote' }).click();
    await expectToast(page, 'Test vote cast');
    await page.getByRole('button', { name: 'Cast Test Vote' }).click();
    await expectToast(page, 'Error', 'You have already voted on this poll.');
    await failing(page, 'POST', '/api/debug/test-notification', { status: 500, message: '' });
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expectToast(page, 'Error', 'Failed to create test notification');
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  });

  onEachSize(({ phone }) => {
    test('going back leaves no dialog over the page before', async ({ page }) => {
      test.skip(phone, 'its sheets belong to their page');
      await page.goto('/settings');
      // Not on the search page, whose field would receive the key.
      const link = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Notifications' })
        .filter({ visible: true });
      for (const [name, open] of [
        [
          'Invite Friends',
          () => page.getByRole('complementary').getByRole('button', { name: 'Invite Friends' }).click(),
        ],
        ['Keyboard shortcuts', () => page.keyboard.press('?')],
      ] as const) {
        await link.click();
        await expect(page).toHaveURL(/\/notifications$/);
        // The address changes before the page does, which closes a dialog that was opened in between.
        await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
        await open();
        await expect(page.getByRole('dialog', { name })).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(/\/settings$/);
        await expect(page.getByRole('dialog', { name })).toBeHidden();
      }
    });
  });

  onEachSize(({ phone }) => {
    test('friends are invited by link, message or share sheet', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
      );
      await page.goto('/profile');
      if (phone) {
        await page.getByRole('button', { name: 'Options', exact: true }).click();
        await page.getByRole('dialog', { name: 'Options' }).getByRole('button', { name: 'Invite Friends' }).click();
      } else await page.getByRole('complementary').getByRole('button', { name: 'Invite Friends' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite Friends' });
      await expect(dialog).toContainText('Grow your community and make polling more fun!');
      for (const tile of ['Engage with friends', 'Discover new polls', 'Build community'])
        await expect(dialog.getByText(tile)).toBeVisible();
      const origin = new URL(page.url()).origin;
      await expect(dialog.getByLabel('Shareable link')).toHaveValue(origin);
      // The copied state lasts two seconds.
      await Promise.all([
        dialog.getByRole('button', { name: 'Copied' }).waitFor(),
        dialog.getByRole('button', { name: 'Copy', exact: true }).click(),
      ]);
      await expectToast(page, 'Link copied!');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin);
      await dialog.getByRole('button', { name: 'Copy message' }).click();
      await expectToast(page, 'Message copied!');
      await dialog.getByRole('button', { name: 'Share Now' }).click();
      await expectToast(page, 'Sharing not supported');
      await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: async () => undefined }));
      await dialog.getByRole('button', { name: 'Share Now' }).click();
      await expectToast(page, 'Shared successfully!');
    });
  });
});
