import type { Page } from '@playwright/test';
import type { Notification } from '@inkling/contracts';
import { unique } from '../support/actor';
import { stopClock } from '../support/clock';
import { answering, failing, held } from '../support/failures';
import { expect, expectToast, onEachSize, onOneSize, pullDown, test } from '../support/journey';

const DAY_MS = 86_400_000;
const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
/** The navigation entry that carries the badge. */
const entry = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Notifications/ })
    .filter({ visible: true });

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('with no notifications there is nothing to mark', async ({ page }) => {
    const release = await held(page, 'GET', '/api/notifications');
    await page.goto('/notifications');
    await expect(
      page.getByRole('status', { name: 'Loading notifications' }).locator('.notification-placeholder-row'),
    ).toHaveCount(5);
    release();
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  });

  test('likes, comments, follows and votes arrive live, with badge and message', async ({ page, me, someone }) => {
    const question = unique('Shall we?');
    const pollId = await me.ask(question);
    const other = await someone('Amara Okafor');
    // The live connection outlives a change of page.
    await page.goto('/debug');
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await entry(page).click();
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
    await other.like(pollId);
    await expectToast(page, 'New Notification', 'You have received a new notification');
    await expect(row(page, `Amara Okafor liked your poll "${question}"`)).toBeVisible();
    await expect(entry(page)).toContainText('1');
    await other.comment(pollId, 'With pleasure.');
    await expect(row(page, 'Amara Okafor commented on your poll: "With pleasure."')).toBeVisible();
    await other.follow(me);
    await expect(row(page, 'Amara Okafor started following you')).toBeVisible();
    await other.vote(pollId, 0);
    // Nobody is named until enough people have voted (docs/product.md#anonymity).
    await expect(row(page, `Someone voted on your poll "${question}"`)).toBeVisible();
    await expect(entry(page)).toContainText('4');
    await expect(page.getByRole('heading', { name: 'TODAY' })).toBeVisible();
    await expect(row(page, 'Amara Okafor liked your poll').locator('time')).toHaveText(/ago$|just now/);
  });

  test('a notification opens its poll, and its avatar the profile', async ({ page, me, someone }) => {
    const pollId = await me.ask(unique('Where to?'));
    const other = await someone('Jonas Lindqvist');
    await other.like(pollId);
    await expect.poll(async () => (await me.get<{ count: number }>('/api/notifications/unread/count')).count).toBe(1);
    await page.goto('/notifications');
    await expect(entry(page)).toContainText('1');
    await page.getByRole('link', { name: /liked your poll/ }).click();
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
    // Opening a notification marks it as read for good.
    await expect(entry(page)).not.toContainText('unread');
    await expect.poll(async () => (await me.get<{ count: number }>('/api/notifications/unread/count')).count).toBe(0);
    await page.goto('/notifications');
    await expect(row(page, 'liked your poll')).not.toHaveClass(/is-unread/);
    await page.getByRole('link', { name: 'Profile of Jonas Lindqvist' }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${other.id}$`));
  });

  test('all are marked as read, and become unread again if that fails', async ({ page, me, someone }) => {
    const pollId = await me.ask(unique('Read?'));
    await (await someone('Mei-Ling Tan')).like(pollId);
    await expect.poll(async () => (await me.get<{ count: number }>('/api/notifications/unread/count')).count).toBe(1);
    await page.goto('/notifications');
    const notice = row(page, 'Mei-Ling Tan liked your poll');
    await expect(notice).toHaveClass(/is-unread/);
    const restore = await failing(page, 'POST', '/api/notifications/mark-all-read', { status: 500, message: '' });
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expectToast(
      page,
      'Error marking notifications as read',
      'Failed to mark notifications as read. Please try again.',
    );
    await expect(notice).toHaveClass(/is-unread/);
    await expect(entry(page)).toContainText('1');
    await restore();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expectToast(page, 'Notifications marked as read', 'All notifications have been marked as read.');
    await expect(notice).not.toHaveClass(/is-unread/);
    await expect(entry(page)).not.toContainText('unread');
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(notice).not.toHaveClass(/is-unread/);
    let marked = 0;
    page.on('request', (request) => (marked += request.url().includes('mark-all-read') ? 1 : 0));
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expectToast(page, 'No unread notifications', "You don't have any unread notifications.");
    expect(marked).toBe(0);
  });

  test('a follow can be answered, and a notification can be deleted', async ({ page, me, someone }) => {
    for (const name of ['Ama Mensah', 'Kwame Boateng']) await (await someone(name)).follow(me);
    await expect.poll(async () => (await me.get<{ count: number }>('/api/notifications/unread/count')).count).toBe(2);
    await page.goto('/notifications');
    const notice = row(page, 'Kwame Boateng started following you');
    await notice.getByRole('button', { name: 'Follow', exact: true }).click();
    await expectToast(page, 'You are now following this user');
    await expect(notice.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    const restore = await failing(page, 'DELETE', /\/api\/notifications\/\d+$/, { status: 500, message: '' });
    await notice.hover();
    await notice.getByRole('button', { name: 'Delete this notification' }).click();
    await expectToast(page, 'Error deleting notification', 'Failed to delete the notification. Please try again.');
    await expect(notice).toBeVisible();
    await restore();
    await notice.hover();
    await notice.getByRole('button', { name: 'Delete this notification' }).click();
    await expect(notice).toHaveCount(0);
    // The keyboard goes on where the deleted notification was.
    const left = row(page, 'Ama Mensah started following you');
    await expect(left.getByRole('button', { name: 'Delete this notification' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
    await expect(entry(page)).not.toContainText('unread');
  });

  test('notifications are grouped by today, yesterday, this week and month', async ({ page }) => {
    // At noon no day begins during the test, and days of 23 or 25 hours do not matter.
    const noon = new Date().setHours(12, 0, 0, 0);
    await stopClock(page, noon);
    const at = (id: number, days: number): Notification => ({
      id,
      type: 'like',
      read: true,
      createdAt: new Date(noon - days * DAY_MS).toISOString(),
      actor: { id: 1, name: 'Amara Okafor', username: 'amara', profilePicture: null },
      poll: { id: 1, question: `${days} days ago?` },
      comment: null,
      count: 1,
    });
    await answering(page, 'GET', '/api/notifications', [at(4, 0), at(3, 1), at(2, 4), at(1, 60)]);
    await page.goto('/notifications');
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
      .format(new Date(noon - 60 * DAY_MS))
      .toUpperCase();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'TODAY',
      'YESTERDAY',
      'THIS WEEK',
      month,
    ]);
  });

  test('more than nine unread show as 9+', async ({ page }) => {
    await answering(page, 'GET', '/api/notifications/unread/count', { count: 12 });
    await page.goto('/home');
    await expect(entry(page)).toContainText('9+');
  });

  test('a list that fails can be loaded again', async ({ page }) => {
    const restore = await failing(page, 'GET', '/api/notifications');
    await page.goto('/notifications');
    await expect(page.getByText('Failed to load notifications. Please try again.')).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  });

  onEachSize(({ phone }) => {
    if (!phone) {
      test('nothing overflows where the sidebar leaves the least room, and the strip stands over its column', async ({
        page,
        me,
        someone,
      }) => {
        await (await someone('Ravi')).follow(me);
        await (await someone('Noor')).ask(unique('Aligned?'));
        await page.setViewportSize({ width: 1024, height: 800 });
        await page.goto('/notifications');
        await expect(row(page, 'started following you')).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
        for (const width of [768, 1024]) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto('/home');
          const [heading, card] = [
            page.getByRole('heading', { name: 'Recent Polls' }),
            page.getByRole('article').first(),
          ];
          await expect
            .poll(async () => Math.round((await heading.boundingBox())!.x))
            .toBe(Math.round((await card.boundingBox())!.x));
        }
      });
    }

    if (phone) {
      test('pulling the list down reads it and the count again', async ({ page }) => {
        await page.goto('/notifications');
        const nothing = page.getByRole('heading', { name: 'No notifications yet' });
        await expect(nothing).toBeVisible();
        await Promise.all([
          page.waitForRequest(/\/api\/notifications(\?|$)/),
          page.waitForRequest(/unread\/count/),
          pullDown(page, nothing),
        ]);
      });
    }
  });
});
