import { randomBytes } from 'node:crypto';
import { answering, failing, held } from '../support/failures';
import { expect, expectToast, onOneSize, test } from '../support/journey';

/** A word that no other journey uses, pronounceable enough to contain a typing mistake. */
const newWord = (): string =>
  `zephyr${randomBytes(4)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('a search finds polls and people, and a typo does not matter', async ({ page, me, someone }) => {
    const word = newWord();
    const pollId = await me.ask(`Is the ${word} better than the train?`);
    const other = await someone('Jonas Lindqvist');
    const box = page.getByRole('textbox', { name: 'Search' });
    const results = page.getByRole('main');
    // The search index catches up within moments.
    await expect(async () => {
      await page.goto(`/search?q=${word}`);
      await expect(results.getByRole('link', { name: new RegExp(word) })).toBeVisible({ timeout: 1_500 });
    }).toPass();
    await expect(results.getByRole('region', { name: 'Polls' }).getByRole('listitem')).toContainText('0 votes');

    const mistyped = word.slice(0, 9) + word.slice(10);
    await box.fill(mistyped);
    await expect(page).toHaveURL(new RegExp(`q=${mistyped}$`));
    await expect(results.getByRole('link', { name: new RegExp(word) })).toBeVisible();

    await expect(async () => {
      await box.fill('');
      await box.fill(other.username);
      await expect(
        results.getByRole('region', { name: 'Users' }).getByRole('link', { name: new RegExp(other.username) }),
      ).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await results.getByRole('link', { name: new RegExp(other.username) }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${other.id}$`));
    await page.goto(`/search?q=${word}`);
    await results.getByRole('link', { name: new RegExp(word) }).click();
    await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  });

  test('a search that finds nothing says so, and can be cleared', async ({ page }) => {
    const word = `${newWord()}qqq`;
    await page.goto('/search');
    const box = page.getByRole('textbox', { name: 'Search' });
    await expect(box).toHaveAttribute('placeholder', 'Search polls, users, topics...');
    await box.fill(word);
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await expect(page.getByText(`We couldn't find any matches for "${word}"`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
    await expect(page.getByRole('heading', { name: 'No results found' })).toHaveCount(0);
  });

  test('one character does not search, and typing waits for a pause', async ({ page }) => {
    let searches = 0;
    page.on('request', (request) => (searches += new URL(request.url()).pathname === '/api/search' ? 1 : 0));
    await page.clock.install();
    await page.goto('/search?q=a');
    const box = page.getByRole('textbox', { name: 'Search' });
    await expect(box).toHaveValue('a');
    await box.press('End');
    // The clock is stopped, so no time passes between keys however slowly they arrive.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await box.pressSequentially('bcdefg');
    await expect(box).toHaveValue('abcdefg');
    expect(searches).toBe(0);
    await page.clock.resume();
    await expect(page).toHaveURL(/q=abcdefg$/);
    await expect(page.getByRole('main')).toContainText(/No results found|Polls|Users/);
    expect(searches).toBe(1);
  });

  test('a recent search runs again with a tap, and can be deleted', async ({ page }) => {
    const [first, second] = [`${newWord()}qq`, `${newWord()}qq`];
    for (const word of [first, second]) {
      await page.goto(`/search?q=${word}`);
      await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    }
    const recent = page.getByRole('region', { name: 'Recent Searches' });
    await expect(async () => {
      await page.goto('/search');
      await expect(recent.getByRole('listitem')).toHaveCount(2, { timeout: 1_500 });
    }).toPass();
    await expect(recent.getByRole('listitem').first()).toContainText(second);
    await recent.getByRole('button', { name: first, exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue(first);
    await expect(page.getByText(`We couldn't find any matches for "${first}"`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    const restore = await failing(page, 'DELETE', /\/api\/search\/recent\/\d+$/);
    await recent.getByRole('button', { name: `Delete ${second}` }).click();
    await expectToast(page, 'The search could not be deleted.');
    await expect(recent.getByRole('listitem').filter({ hasText: second })).toBeVisible();
    await restore();
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await Promise.all([deleted, recent.getByRole('button', { name: `Delete ${second}` }).click()]);
    await expect(recent.getByRole('listitem').filter({ hasText: second })).toHaveCount(0);
    await page.reload();
    await expect(recent.getByRole('listitem')).toHaveCount(1);
  });

  test('a tap on any trending topic searches for it', async ({ page }) => {
    await answering(page, 'GET', '/api/topics/trending', ['#NightTrains', '#Coffee']);
    await page.goto('/search');
    await page.getByRole('region', { name: 'Trending Topics' }).getByRole('button', { name: '#Coffee' }).click();
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('#Coffee');
    await expect(page).toHaveURL(/q=%23Coffee$/);
  });

  test('with nothing to show yet, two topics are suggested', async ({ page }) => {
    await answering(page, 'GET', '/api/topics/trending', []);
    await page.goto('/search');
    await expect(page.getByRole('heading', { name: 'Discover polls and people' })).toBeVisible();
    await expect(page.getByRole('button', { name: '#Election2023' })).toBeVisible();
    await page.getByRole('button', { name: '#ClimateAction' }).click();
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('#ClimateAction');
  });

  test('a search that fails says so, and Retry runs it', async ({ page }) => {
    const word = `${newWord()}qq`;
    const restore = await failing(page, 'GET', '/api/search');
    await page.goto(`/search?q=${word}`);
    await expect(page.getByRole('alert').getByText('An error occurred while searching.')).toBeVisible();
    await expectToast(page, 'Search Error', 'An error occurred while searching.');
    await restore();
    const release = await held(page, 'GET', '/api/search');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('status', { name: 'Searching' })).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  });
});
