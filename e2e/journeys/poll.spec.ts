import { unique } from '../support/actor';
import { expectAccessible } from '../support/axe';
import { failing, held, offeringDeepDive } from '../support/failures';
import { cardOf, expect, expectToast, onEachSize, onOneSize, test } from '../support/journey';

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('a poll shows a spinner, is live, and shows its results after a vote', async ({ page, someone }) => {
    const question = unique('Trains or planes?');
    const author = await someone('Amara Okafor');
    const pollId = await author.ask(question, ['Trains', 'Planes']);
    await author.vote(pollId, 0);
    const release = await held(page, 'GET', `/api/polls/${pollId}`);
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByRole('main').getByRole('status').getByText('Loading', { exact: true })).toBeAttached();
    await expect(page.locator('.spinner')).toBeVisible();
    release();
    const card = cardOf(page, question);
    await expect(card).toContainText('1 vote');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await card.getByRole('button', { name: 'Planes' }).click();
    await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
    await expect(card.getByRole('listitem').filter({ hasText: 'Planes' })).toContainText('50%, 1 vote, your vote');
    await expect(card.getByRole('listitem').filter({ hasText: 'Trains' })).toContainText('50%, 1 vote');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('a poll opened from the feed needs no spinner', async ({ page, me }) => {
    const question = unique('At once?');
    const pollId = await me.ask(question);
    await page.goto('/home');
    await expect(cardOf(page, question)).toBeVisible();
    const release = await held(page, 'GET', `/api/polls/${pollId}`);
    await cardOf(page, question).getByRole('link', { name: question }).click();
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
    release();
  });

  test('a poll that does not exist, or has been removed, says so', async ({ page, me }) => {
    const pollId = await me.ask(unique('Gone soon?'));
    await me.deletePoll(pollId);
    for (const id of [String(pollId), 'seven']) {
      await page.goto(`/poll/${id}`);
      await expect(page.getByRole('heading', { name: 'Poll not found' })).toBeVisible();
      await expect(page.getByText("The poll you're looking for doesn't exist or has been removed.")).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('a poll that could not be read appears after Try Again', async ({ page, me }) => {
    const question = unique('Twice?');
    const pollId = await me.ask(question);
    const restore = await failing(page, 'GET', `/api/polls/${pollId}`);
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByRole('heading', { name: 'This poll cannot be shown right now' })).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(cardOf(page, question)).toBeVisible();
  });

  test('comments can be written, dated, counted and deleted', async ({ page, me }) => {
    const pollId = await me.ask(unique('Anything to say?'));
    await page.goto(`/poll/${pollId}`);
    const comments = page.getByRole('region', { name: /^Comments/ });
    await expect(comments).toContainText('No comments yet. Yours can be the first.');
    await expect(page.getByRole('button', { name: 'Comment', exact: true }).last()).toBeDisabled();
    await page.getByLabel('Add a comment').fill('   ');
    await expect(comments.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled();
    await page.getByLabel('Add a comment').fill('Quite a lot.');
    await comments.getByRole('button', { name: 'Comment', exact: true }).click();
    const row = comments.getByRole('listitem').filter({ hasText: 'Quite a lot.' });
    await expect(row.getByRole('link', { name: 'Noor Haddad' })).toBeVisible();
    await expect(row.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} • \d{1,2}:\d{2} [AP]M$/);
    await expect(comments.getByRole('heading')).toHaveText('Comments 1');
    await expect(page.getByLabel('Add a comment')).toHaveValue('');
    await row.getByRole('button', { name: 'Delete comment' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete this comment?' })
      .getByRole('button', { name: 'Delete comment' })
      .click();
    await expect(row).toHaveCount(0);
    await expect(comments.getByRole('heading')).toHaveText('Comments 0');
  });

  test("someone else's comment comes live, and only its author can delete it", async ({ page, me, someone }) => {
    const pollId = await me.ask(unique('Who is there?'));
    const other = await someone('Jonas Lindqvist');
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByText('No comments yet. Yours can be the first.')).toBeVisible();
    const content = unique('Me!');
    await other.comment(pollId, content);
    const row = page.getByRole('listitem').filter({ hasText: content });
    await expect(row).toBeVisible();
    await expect(row.getByRole('button', { name: 'Delete comment' })).toHaveCount(0);
  });

  test('a comment that cannot be sent comes back into its field', async ({ page, me }) => {
    const pollId = await me.ask(unique('Lost words?'));
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('No comments yet. Yours can be the first.')).toBeVisible();
    await failing(page, 'POST', '/api/comments');
    await page.getByLabel('Add a comment').fill('Not lost.');
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('button', { name: 'Comment', exact: true })
      .click();
    await expectToast(page, 'Error', 'Failed to add comment. Please try again.');
    await expect(page.getByLabel('Add a comment')).toHaveValue('Not lost.');
    await expect(page.getByRole('heading', { name: /^Comments/ })).toHaveText('Comments 0');
  });

  test('comments that cannot be loaded say so, and Retry loads them', async ({ page, me }) => {
    const pollId = await me.ask(unique('Can you hear me?'));
    await me.comment(pollId, 'Loud and clear.');
    const restore = await failing(page, 'GET', `/api/polls/${pollId}/comments`);
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('Failed to load comments. Please try again.')).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Loud and clear.' })).toBeVisible();
  });

  test('the author deletes a poll after being asked', async ({ page, me }) => {
    const question = unique('Delete me?');
    const pollId = await me.ask(question);
    await me.comment(pollId, 'Must it be?');
    await page.goto(`/poll/${pollId}`);
    const openSheet = async () => {
      await cardOf(page, question).getByRole('button', { name: 'Poll options' }).click();
      await page.getByRole('menuitem', { name: 'Delete Poll' }).click();
    };
    await openSheet();
    await expect(page.getByRole('alertdialog')).toContainText(
      `“${question}” and its 0 votes and 1 comment will be gone for everyone.`,
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const restore = await failing(page, 'DELETE', `/api/polls/${pollId}`, { status: 500, message: '' });
    await openSheet();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Poll' }).click();
    await expectToast(page, 'Delete failed', 'Failed to delete poll');
    await restore();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Poll' }).click();
    await expectToast(page, 'Poll deleted', 'Your poll has been successfully deleted');
    await expect(page).toHaveURL(/\/home$/);
    await expect(cardOf(page, question)).toHaveCount(0);
  });

  test("nobody else has the author's menu", async ({ page, someone }) => {
    const question = unique('Mine?');
    const pollId = await (await someone('Mei-Ling Tan')).ask(question);
    await page.goto(`/poll/${pollId}`);
    await expect(cardOf(page, question)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Poll options' })).toHaveCount(0);
  });

  onEachSize(() => {
    test('a poll is shared as link, code, picture and frame, and by the system where it can', async ({
      page,
      context,
      me,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
      );
      const question = unique('Pass it on?');
      const pollId = await me.ask(question);
      await page.goto(`/poll/${pollId}`);
      const share = cardOf(page, question).getByRole('button', { name: 'Share' });
      await share.click();
      const sheet = page.getByRole('dialog', { name: 'Share this poll' });
      await expect(sheet.getByLabel('Link to the poll')).toHaveValue(new RegExp(`/poll/${pollId}$`));
      // A browser without the system's share function gets no button for it.
      await expect(sheet.getByRole('button', { name: 'More' })).toHaveCount(0);
      await sheet.getByRole('button', { name: 'Copy', exact: true }).click();
      await expectToast(page, 'Link Copied', 'Poll link and text copied to clipboard');
      const read = () => page.evaluate(() => navigator.clipboard.readText());
      expect(await read()).toContain(question);
      expect(await read()).toMatch(new RegExp(`/poll/${pollId}$`));

      await expect(sheet.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      await expectAccessible(page, 'share sheet, code');
      const saved = async (name: string) => {
        const download = page.waitForEvent('download');
        await sheet.getByRole('button', { name }).click();
        return (await download).suggestedFilename();
      };
      expect(await saved('Save PNG')).toBe(`inkling-poll-${pollId}-qr.png`);
      expect(await saved('Save SVG')).toBe(`inkling-poll-${pollId}-qr.svg`);

      await sheet.getByRole('tab', { name: 'QR' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(sheet.getByRole('img', { name: /^The card that shows/ })).toBeVisible();
      expect(await saved('Save picture')).toBe(`inkling-poll-${pollId}.png`);
      await expectAccessible(page, 'share sheet, picture');

      await sheet.getByRole('tab', { name: 'Embed' }).click();
      await sheet.getByRole('button', { name: 'Copy code' }).click();
      await expectToast(page, 'Code copied');
      const address = new URL(`/embed/${pollId}`, page.url()).href;
      const { html } = (await (await page.request.get(`/api/oembed?url=${encodeURIComponent(page.url())}`)).json()) as {
        html: string;
      };
      // The sheet and oEmbed return the same code.
      expect([await read(), html.includes(address)]).toEqual([html, true]);
      await expectAccessible(page, 'share sheet, embed');

      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(share).toBeFocused();

      await page.evaluate(() =>
        Object.defineProperty(navigator, 'share', {
          value: async (data: ShareData) => void (document.title = JSON.stringify(data)),
        }),
      );
      await share.click();
      await sheet.getByRole('button', { name: 'More' }).click();
      await expect(page).toHaveTitle(new RegExp(`"title":"${question.replace('?', '\\?')}".*/poll/${pollId}"`));
    });
  });

  test('where Deep Dive is switched off, nothing offers it', async ({ page, me }) => {
    const question = unique('No facts?');
    const pollId = await me.ask(question);
    for (const path of ['/home', `/poll/${pollId}`]) {
      const config = page.waitForResponse('**/api/config*');
      await page.goto(path);
      expect(await (await config).json()).toMatchObject({ features: { insights: false }, insightsKind: null });
      await expect(cardOf(page, question).getByRole('button', { name: 'Share' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Deep Dive' })).toHaveCount(0);
    }
  });

  test('while Deep Dive is unavailable, its panel says that it failed', async ({ page, me }) => {
    const question = unique('Facts, please?');
    const pollId = await me.ask(question);
    await offeringDeepDive(page, 'ai');
    const release = await held(page, 'GET', `/api/polls/${pollId}/insights`);
    await page.goto(`/poll/${pollId}`);
    await cardOf(page, question).getByRole('button', { name: 'Deep Dive' }).click();
    const panel = page.getByRole('region', { name: 'Deep Dive' });
    await expect(panel.getByRole('status', { name: 'Loading insights' })).toBeVisible();
    release();
    await panel.getByRole('button', { name: 'Generate' }).click();
    await expectToast(page, 'Failed to generate insights');
    await expect(panel.getByRole('heading', { name: 'Failed to load insights' })).toBeVisible();
    await expect(panel).toContainText(
      "We couldn't load the factual information for this poll. Please try again later.",
    );
    await cardOf(page, question).getByRole('button', { name: 'Deep Dive' }).click();
    await expect(panel).toHaveCount(0);
  });

  test('insights that cannot be loaded can be loaded again', async ({ page, me }) => {
    const question = unique('Facts later?');
    const pollId = await me.ask(question);
    await offeringDeepDive(page, 'ai');
    const restore = await failing(page, 'GET', `/api/polls/${pollId}/insights`);
    await page.goto(`/poll/${pollId}`);
    await cardOf(page, question).getByRole('button', { name: 'Deep Dive' }).click();
    const panel = page.getByRole('region', { name: 'Deep Dive' });
    await expect(panel.getByRole('heading', { name: 'Failed to load insights' })).toBeVisible();
    await restore();
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(panel).toContainText('No insights yet.');
  });
});
