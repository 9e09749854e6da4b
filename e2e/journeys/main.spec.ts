import { expect, test } from '@playwright/test';
import { endPollNow } from '../support/database';
import { MOVING, closeShareSheet } from '../support/journey';
import { cardOf, newPerson, signUp } from './people';

test.use(MOVING);

test('two people: sign up, create, vote, see the count move, be refused twice, see the end', async ({ browser }) => {
  const question = `Night train or early flight? ${Date.now()}`;
  const author = newPerson('Noor Haddad');
  const voter = newPerson('Jonas Lindqvist');
  const authorContext = await browser.newContext();
  const voterContext = await browser.newContext();
  const authorPage = await authorContext.newPage();
  const voterPage = await voterContext.newPage();

  await test.step('both sign up and complete their profiles', async () => {
    await signUp(authorPage, author);
    await signUp(voterPage, voter);
  });

  await test.step('one creates a poll with three options and an end date', async () => {
    await authorPage.getByRole('link', { name: 'Create', exact: true }).first().click();
    await authorPage.getByLabel('Your Question').fill(question);
    await authorPage.getByRole('button', { name: 'Add Option' }).click();
    const options = authorPage.getByRole('textbox', { name: /^Option \d/ });
    await options.nth(0).fill('Night train');
    await options.nth(1).fill('Early flight');
    await options.nth(2).fill('Stay at home');
    await authorPage.getByRole('button', { name: '1 week' }).click();
    await authorPage.getByRole('button', { name: 'Publish Poll' }).click();
    await expect(
      authorPage.getByText('Your poll has been published successfully!', { exact: true }).first(),
    ).toBeVisible();
    await expect(authorPage).toHaveURL(/\/home$/);
    await closeShareSheet(authorPage);
  });

  const pollUrl = await test.step('both see it in the feed and open it', async () => {
    await voterPage.reload();
    await expect(cardOf(voterPage, question)).toBeVisible();
    await cardOf(authorPage, question).getByRole('link', { name: question }).click();
    await expect(authorPage).toHaveURL(/\/poll\/\d+$/);
    await expect(authorPage.getByText('Live', { exact: true })).toBeVisible();
    return authorPage.url();
  });

  await test.step('the author votes and sees results', async () => {
    await cardOf(authorPage, question).getByRole('button', { name: 'Night train' }).click();
    await expect(authorPage.getByText('Your vote has been counted!', { exact: true }).first()).toBeVisible();
    await expect(cardOf(authorPage, question).getByRole('listitem').filter({ hasText: 'Night train' })).toContainText(
      '100%',
    );
  });

  await test.step('someone who has not voted sees the total and no counts', async () => {
    await voterPage.goto(pollUrl);
    await expect(cardOf(voterPage, question)).toContainText('1 vote');
    await expect(cardOf(voterPage, question)).not.toContainText('%');
  });

  await test.step('a vote in one browser reaches the other by itself: it asks for nothing', async () => {
    const row = cardOf(authorPage, question).getByRole('listitem').filter({ hasText: 'Early flight' });
    await expect(row).toContainText('0%');
    const asked: string[] = [];
    authorPage.on('request', (request) => asked.push(request.url()));
    await cardOf(voterPage, question).getByRole('button', { name: 'Early flight' }).click();
    await expect(row).toContainText('50%');
    await expect(cardOf(authorPage, question)).toContainText('2 votes');
    expect(asked.filter((url) => url.includes('/api/polls'))).toEqual([]);
  });

  await test.step('the author looks at the statistics and downloads the results', async () => {
    await cardOf(authorPage, question).getByRole('button', { name: 'Poll options' }).click();
    await authorPage.getByRole('menuitem', { name: /^Statistics/ }).click();
    const sheet = authorPage.getByRole('dialog', { name: 'Statistics' });
    await expect(sheet.getByRole('region', { name: 'Votes over time' })).toContainText('2 votes');
    await expect(sheet.getByRole('region', { name: 'Voters who commented' })).toContainText('From five voters on.');
    for (const [button, file] of [
      ['CSV', 'csv'],
      ['Picture', 'png'],
    ]) {
      const download = authorPage.waitForEvent('download');
      await sheet.getByRole('button', { name: button, exact: true }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^poll-\\d+-results\\.${file}$`));
      expect(await (await download).failure()).toBeNull();
    }
    await authorPage.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  const pollId = Number(pollUrl.split('/').at(-1));
  await test.step('a second vote is refused', async () => {
    await expect(cardOf(voterPage, question).getByRole('button', { name: 'Night train' })).toHaveCount(0);
    const again = await voterPage.request.post('/api/votes', { data: { pollId, optionIndex: 0 } });
    expect(again.status()).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'already-voted', userVote: 1 });
  });

  await test.step('like and save stay after a reload', async () => {
    const liked = voterPage.waitForResponse(/\/api\/likes$/);
    await Promise.all([liked, cardOf(voterPage, question).getByRole('button', { name: /^Like/ }).click()]);
    await cardOf(voterPage, question).getByRole('button', { name: /^Save/ }).click();
    await expect(voterPage.getByText('Poll Saved', { exact: true }).first()).toBeVisible();
    await voterPage.reload();
    await expect(cardOf(voterPage, question).getByRole('button', { name: /like/i })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(cardOf(voterPage, question).getByRole('button', { name: /save/i })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('after the end, results show to everyone and a vote is refused', async () => {
    const late = newPerson('Ipek Yilmaz');
    const latePage = await (await browser.newContext()).newPage();
    await signUp(latePage, late);
    await endPollNow(pollId);
    await latePage.goto(pollUrl);
    await expect(latePage.getByText('Poll ended', { exact: true })).toBeVisible();
    await expect(cardOf(latePage, question)).toContainText('50%');
    await expect(cardOf(latePage, question).getByRole('button', { name: 'Night train' })).toHaveCount(0);
    const refused = await latePage.request.post('/api/votes', { data: { pollId, optionIndex: 0 } });
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'poll-ended' });
  });

  await test.step("the voter's profile lists what was voted and saved", async () => {
    await voterPage.goto('/profile');
    await voterPage.getByRole('link', { name: 'Voted', exact: true }).click();
    await expect(cardOf(voterPage, question)).toBeVisible();
    await voterPage.getByRole('link', { name: 'Saved', exact: true }).click();
    await expect(cardOf(voterPage, question)).toBeVisible();
    await voterPage.getByRole('navigation', { name: 'Your polls' }).getByRole('link', { name: 'Polls' }).click();
    await expect(voterPage.getByText("You haven't created any polls yet.", { exact: true }).first()).toBeVisible();
  });

  await test.step('the author deletes it, and it is gone', async () => {
    await authorPage.goto(pollUrl);
    await cardOf(authorPage, question)
      .getByRole('button', { name: /menu|options/i })
      .click();
    await authorPage.getByRole('menuitem', { name: 'Delete Poll' }).click();
    await authorPage.getByRole('alertdialog').getByRole('button', { name: 'Delete Poll' }).click();
    await expect(
      authorPage.getByText('Your poll has been successfully deleted', { exact: true }).first(),
    ).toBeVisible();
    await expect(authorPage).toHaveURL(/\/home$/);
    await voterPage.goto(pollUrl);
    await expect(voterPage.getByText('Poll not found', { exact: true }).first()).toBeVisible();
  });
});
