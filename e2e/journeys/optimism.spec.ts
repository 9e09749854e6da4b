import type { Page } from '@playwright/test';
import { endPollNow } from '../support/database';
import { unique } from '../support/actor';
import { failing, held } from '../support/failures';
import {
  MOVING,
  cardOf,
  expect,
  expectToast,
  holdToast,
  onEachSize,
  onOneSize,
  silenceLive,
  test,
  toastOf,
} from '../support/journey';

test.use(MOVING);

const row = (page: Page, question: string, option: string) =>
  cardOf(page, question).getByRole('listitem').filter({ hasText: option });

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('a vote shows before the server answers, on every page', async ({ page, me }) => {
    const question = unique('Quick?');
    await me.ask(question, ['Quick', 'Slow']);
    await page.goto('/home');
    const release = await held(page, 'POST', '/api/votes');
    await cardOf(page, question).getByRole('button', { name: 'Quick' }).click();
    await expect(row(page, question, 'Quick')).toContainText('your vote');
    await expect(toastOf(page)).toHaveCount(0);
    release();
    await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
    await expect(row(page, question, 'Quick')).toContainText('100%, 1 vote, your vote');
    await cardOf(page, question).getByRole('link', { name: question }).click();
    await expect(row(page, question, 'Quick')).toContainText('100%, 1 vote, your vote');
  });

  test('a vote refused by the server is rolled back', async ({ page, me }) => {
    const question = unique('Refused?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    await failing(page, 'POST', '/api/votes', { status: 500, message: '' });
    await cardOf(page, question).getByRole('button', { name: 'Yes' }).click();
    await expectToast(page, 'Failed to vote', "Failed to cast your vote. We'll try to get the latest data.");
    await expect(cardOf(page, question).getByRole('button', { name: 'Yes' })).toBeEnabled();
    await expect(cardOf(page, question)).toContainText('0 votes');
  });

  test('a vote whose answer is lost is found again', async ({ page, me }) => {
    const question = unique('Lost on the way?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    await page.route('**/api/votes', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await cardOf(page, question).getByRole('button', { name: 'Perhaps' }).click();
    await expectToast(page, 'Vote Recorded', 'Your vote was successful!');
    await expect(row(page, question, 'Perhaps')).toContainText('100%, 1 vote, your vote');
  });

  test('two tabs: the second vote is refused, and the first one shows', async ({ page, context, me }) => {
    const question = unique('Twice?');
    const pollId = await me.ask(question);
    const other = await context.newPage();
    // Otherwise the second tab would learn of the first vote before it votes.
    await silenceLive(page);
    await page.goto(`/poll/${pollId}`);
    await expect(cardOf(page, question)).toBeVisible();
    await other.goto(`/poll/${pollId}`);
    await cardOf(other, question).getByRole('button', { name: 'Yes' }).click();
    await expectToast(other, 'Vote Recorded');
    await cardOf(page, question).getByRole('button', { name: 'No' }).click();
    await expectToast(page, 'Already Voted', 'You have already voted on this poll.');
    await expect(row(page, question, 'Yes')).toContainText('100%, 1 vote, your vote');
  });

  test('two tabs: a vote in one shows in the other as one’s own', async ({ page, context, me }) => {
    const question = unique('Both?');
    const pollId = await me.ask(question);
    const other = await context.newPage();
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await other.goto('/home');
    await cardOf(other, question).getByRole('button', { name: 'Yes' }).click();
    await expect(row(page, question, 'Yes')).toContainText('100%, 1 vote, your vote');
    await expect(cardOf(page, question).getByRole('button', { name: 'No' })).toHaveCount(0);
  });

  test('a poll that ends while it is on screen takes no more votes', async ({ page, me }) => {
    const question = unique('Too late?');
    const pollId = await me.ask(question, ['Early', 'Late'], {
      endDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    });
    // Otherwise the page may learn of the end before the vote.
    await silenceLive(page);
    await page.goto(`/poll/${pollId}`);
    await expect(cardOf(page, question)).toContainText('days left');
    await endPollNow(pollId);
    await cardOf(page, question).getByRole('button', { name: 'Late' }).click();
    await expectToast(page, 'Poll ended');
    await expect(cardOf(page, question).getByText('Poll ended', { exact: true })).toBeVisible();
    await expect(cardOf(page, question).getByRole('button', { name: 'Late' })).toHaveCount(0);
    await expect(row(page, question, 'Late')).not.toContainText('your vote');
  });

  test('a like counts at once, and is rolled back when it fails', async ({ page, me }) => {
    const question = unique('Likeable?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    const like = cardOf(page, question).getByRole('button', { name: /^Like/ });
    const release = await held(page, 'POST', '/api/likes');
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveText('Like 1');
    release();
    await expect.poll(async () => (await me.get<{ likesCount: number }>(`/api/polls/${pollId}`)).likesCount).toBe(1);
    await failing(page, 'DELETE', `/api/likes/${pollId}`);
    await like.click();
    await expectToast(page, 'Error', 'Failed to toggle like. Please try again.');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveText('Like 1');
  });

  test('a poll is saved and unsaved, and stays as it was when that fails', async ({ page, me }) => {
    const question = unique('Worth keeping?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    const save = cardOf(page, question).getByRole('button', { name: 'Save' });
    const restore = await failing(page, 'POST', '/api/saves');
    await save.click();
    await expectToast(page, 'Action Failed', 'Failed to save/unsave poll. Please try again.');
    await expect(save).toHaveAttribute('aria-pressed', 'false');
    await restore();
    await save.click();
    await expectToast(page, 'Poll Saved');
    await save.click();
    await expectToast(page, 'Poll Unsaved');
    await expect(save).toHaveAttribute('aria-pressed', 'false');
  });

  test('the result of a poll is asked for in its menu, and told at its end', async ({ page, someone }) => {
    const question = unique('How will it end?');
    const other = await someone('Amara Okafor');
    const pollId = await other.ask(question);
    await page.goto(`/poll/${pollId}`);
    const choose = async (name: string | RegExp) => {
      await cardOf(page, question).getByRole('button', { name: 'More about this poll' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const restore = await failing(page, 'PUT', `/api/polls/${pollId}/reminder`, { status: 500, message: 'Not today.' });
    await choose(/^Tell me the result/);
    await expectToast(page, 'Action Failed', 'Not today.');
    await restore();
    await choose(/^Tell me the result/);
    await expectToast(page, 'You will be told the result');
    await choose('Don’t tell me the result');
    await expectToast(page, 'You will not be told the result');
    await choose(/^Tell me the result/);
    await expectToast(page, 'You will be told the result');
    await page.goto('/notifications');
    await other.end(pollId);
    await page.getByRole('link', { name: `The poll "${question}" has ended.` }).click();
    await expect(cardOf(page, question).getByText('Poll ended', { exact: true })).toBeVisible();
    await cardOf(page, question).getByRole('button', { name: 'More about this poll' }).click();
    await expect(page.getByRole('menuitem', { name: /^Report/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /the result$/ })).toHaveCount(0);
  });

  onEachSize(() => {
    test('only one message shows at a time, and a swipe or its button takes it away', async ({ page, me }) => {
      const question = unique('One by one?');
      const pollId = await me.ask(question);
      await page.goto(`/poll/${pollId}`);
      const save = cardOf(page, question).getByRole('button', { name: 'Save' });
      await save.click();
      await expectToast(page, 'Poll Saved');
      await save.click();
      await holdToast(page, 'Poll Unsaved');
      await expect(toastOf(page)).toHaveCount(1);
      await toastOf(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(toastOf(page)).toHaveCount(0);
      await save.click();
      await holdToast(page, 'Poll Saved');
      // Waits until it stops moving.
      await toastOf(page).hover();
      const box = (await toastOf(page).boundingBox())!;
      await page.mouse.move(box.x + 80, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 180, box.y + box.height / 2, { steps: 8 });
      await page.mouse.up();
      await expect(toastOf(page)).toHaveCount(0);
    });
  });
});
