import { expectToast, cardOf, expect, test } from '../support/journey';
import { unique } from '../support/actor';
import { Instance } from '../support/instance.mjs';
import { newPerson, signUp } from './people';

const OFFLINE = 'You are offline. What you see may be out of date.';
const live = { exact: true } as const;

test('losing the network shows a note and rolls changes back; everything recovers once it is back', async ({
  page,
  context,
  me,
  someone,
}) => {
  test.slow();
  const question = unique('Tea or coffee?');
  const unseen = unique('Window or aisle?');
  const pollId = await me.ask(question, ['Tea', 'Coffee'], { showResultsBeforeVoting: true });
  const friend = await someone('Jonas Lindqvist');
  const card = cardOf(page, question);
  let gets = 0;
  page.on(
    'request',
    (request) => (gets += request.method() === 'GET' && request.resourceType() === 'document' ? 1 : 0),
  );

  await page.goto(`/poll/${pollId}`);
  await expect(page.getByText('Live', live)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Add a comment' });
  await expect(field).toBeVisible();
  // From then on this browser has every part of the application in its cache.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await test.step('cut: the note shows, Live does not, the poll stays', async () => {
    await context.setOffline(true);
    await expect(page.getByText(OFFLINE)).toBeVisible();
    await expect(page.getByText('Live', live)).toBeHidden();
    await expect(card).toBeVisible();
  });

  await test.step('a vote rolls back and can be cast again', async () => {
    await card.getByRole('button', { name: /^Tea/ }).click();
    await expectToast(page, 'Failed to vote', "Failed to cast your vote. We'll try to get the latest data.");
    await expect(card.getByRole('button', { name: /^Tea/ })).toBeEnabled();
    await expect(card).toContainText('0 votes');
  });

  await test.step('a like and a save roll back', async () => {
    const like = card.getByRole('button', { name: /^Like/ });
    await like.click();
    await expectToast(page, 'Error', 'Failed to toggle like. Please try again.');
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await expect(like).toHaveText(/0$/);
    const save = card.getByRole('button', { name: 'Save' });
    await save.click();
    await expectToast(page, 'Action Failed', 'Failed to save/unsave poll. Please try again.');
    await expect(save).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('a comment does not go, and its words are not lost', async () => {
    await field.fill('Tea, by far.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expectToast(page, 'Error', 'Failed to add comment. Please try again.');
    await expect(field).toHaveValue('Tea, by far.');
    await expect(page.getByRole('listitem').filter({ hasText: 'Tea, by far.' })).toHaveCount(0);
  });

  await test.step('meanwhile others vote, comment and follow', async () => {
    await friend.vote(pollId, 1);
    await friend.comment(pollId, 'Coffee keeps me up.');
    await friend.follow(me);
    await friend.ask(unseen);
  });

  await test.step('back: everything missed shows with no reload', async () => {
    await context.setOffline(false);
    await expect(page.getByText(OFFLINE)).toBeHidden();
    await expect(page.getByText('Live', live)).toBeVisible({ timeout: 25_000 });
    await expect(card).toContainText('1 vote');
    await expect(card.getByRole('button', { name: /^Coffee/ })).toContainText('100%');
    await expect(page.getByText('Coffee keeps me up.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Notifications [1-9]/ }).first()).toBeVisible();
  });

  await test.step('what failed goes through, and tallies are live again', async () => {
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tea, by far.' })).toContainText('•');
    await card.getByRole('button', { name: /^Tea/ }).click();
    await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
    await expect(card).toContainText('2 votes');
    const third = await someone('Ipek Yilmaz');
    await third.vote(pollId, 1);
    await expect(card.getByRole('listitem').filter({ hasText: 'Coffee' })).toContainText(', 67%, 2 votes');
    await expect(card).toContainText('3 votes');
  });
  expect(gets, 'pages loaded').toBe(1);
});

test.describe('the server itself goes away', () => {
  // Starts a whole product twice.
  test.describe.configure({ timeout: 240_000 });

  test('after killing and restarting everything, the page reconnects and live counts continue', async ({ browser }) => {
    const product = await Instance.create();
    try {
      await product.start();
      const open = async () => (await browser.newContext({ baseURL: product.origin })).newPage();
      const [page, other] = [await open(), await open()];
      await signUp(page, newPerson('Noor Haddad'));
      await signUp(other, newPerson('Jonas Lindqvist'));
      const question = unique('Hills or sea?');
      const { id } = (await (
        await page.request.post('/api/polls', { data: { question, options: ['Hills', 'Sea'] } })
      ).json()) as { id: number };
      await page.goto(`/poll/${id}`);
      await expect(page.getByText('Live', live)).toBeVisible();
      await cardOf(page, question).getByRole('button', { name: 'Hills' }).click();
      await expectToast(page, 'Vote Recorded');

      await product.kill(product.children());
      await expect(page.getByText('Live', live)).toBeHidden();
      await expect(page.getByText('Reconnecting', { exact: false })).toBeVisible();
      await expect(cardOf(page, question)).toContainText('100%');
      await cardOf(page, question).getByRole('button', { name: /^Like/ }).click();
      await expectToast(page, 'Error', 'Failed to toggle like. Please try again.');

      await product.start();
      await expect(page.getByText('Live', live)).toBeVisible({ timeout: 60_000 });
      const vote = await other.request.post('/api/votes', { data: { pollId: id, optionIndex: 1 } });
      expect(vote.status()).toBe(200);
      await expect(cardOf(page, question)).toContainText('2 votes');
      await expect(cardOf(page, question).getByRole('listitem').filter({ hasText: 'Sea' })).toContainText('50%');
    } finally {
      await product.stop();
    }
  });
});
