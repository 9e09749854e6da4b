import { PAGE_SIZE } from '@inkling/contracts/constants';
import { unique } from '../support/actor';
import { answering, failing, held } from '../support/failures';
import { cardOf, expect, onEachSize, onOneSize, pullDown, silenceLive, test } from '../support/journey';

const NOTHING = { polls: [], pagination: { page: 1, hasMore: false, nextCursor: null } };

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('the feed shows skeletons, then the newest poll first', async ({ page, me }) => {
    const question = unique('Tea or coffee?');
    await me.ask(question);
    const release = await held(page, 'GET', '/api/polls');
    await page.goto('/home');
    await expect(page.getByRole('status', { name: 'Loading polls' })).toBeVisible();
    release();
    await expect(cardOf(page, question)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading polls' })).toHaveCount(0);
  });

  test('an empty feed leads to Create', async ({ page }) => {
    await answering(page, 'GET', '/api/polls', NOTHING);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'No polls yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Create Poll' }).click();
    await expect(page).toHaveURL(/\/create$/);
  });

  test('a feed that fails says so after its retries, and Retry brings it back', async ({ page }) => {
    const restore = await failing(page, 'GET', '/api/polls');
    let tries = 0;
    page.on('request', (request) => (tries += new URL(request.url()).pathname === '/api/polls' ? 1 : 0));
    await page.goto('/home');
    await expect(page.getByRole('alert').getByText('Failed to load polls. Please try again.')).toBeVisible();
    expect(tries).toBe(4);
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  onEachSize(() => {
    test('the feed goes on as one scrolls, and the place in it is kept on return', async ({ page }) => {
      // If another journey deletes a poll meanwhile, everything below it moves.
      await silenceLive(page);
      await page.goto('/home');
      const places = page.locator('.poll-slot');
      await expect(places).toHaveCount(PAGE_SIZE);
      await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
      await expect.poll(() => places.count()).toBeGreaterThan(PAGE_SIZE);
      const later = places.nth(PAGE_SIZE + 2);
      await later.scrollIntoViewIfNeeded();
      const link = later.getByRole('heading', { level: 2 }).getByRole('link');
      const question = (await link.textContent())!;
      // Waits until it stops moving, and scrolls it into view.
      await link.hover();
      const top = (await later.boundingBox())!.y;
      await link.click();
      await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await expect(page).toHaveURL(/\/home$/);
      await expect(link).toHaveText(question);
      await expect.poll(async () => Math.abs(((await later.boundingBox())?.y ?? Infinity) - top)).toBeLessThan(3);
    });
  });

  test('a next page that fails loads with the button', async ({ page }) => {
    await silenceLive(page);
    await page.goto('/home');
    const places = page.locator('.poll-slot');
    await expect(places).toHaveCount(PAGE_SIZE);
    const restore = await failing(page, 'GET', '/api/polls', { status: 404 });
    const more = page.getByRole('button', { name: 'Load more' });
    const refused = page.waitForResponse((answer) => answer.url().includes('/api/polls?') && answer.status() === 404);
    await more.scrollIntoViewIfNeeded();
    await refused;
    await restore();
    await expect(more).toBeEnabled();
    await expect(places).toHaveCount(PAGE_SIZE);
    await more.click();
    await expect.poll(() => places.count()).toBeGreaterThan(PAGE_SIZE);
  });

  test('a featured ring is highlighted until its profile has been opened', async ({ page, me, someone }) => {
    const author = await someone('Amara Okafor');
    await author.ask(unique('Is it worth it?'));
    // The strip shows followed users first.
    await me.follow(author);
    const person = page.getByRole('region', { name: 'Recent Polls' }).locator(`a[href="/profile/${author.id}"]`);
    await expect(async () => {
      await page.goto('/home');
      await expect(person).toContainText('new poll', { timeout: 1_500 });
    }).toPass();
    await person.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeVisible();
    await page.goBack();
    await expect(person).toBeVisible();
    await expect(person).not.toContainText('new poll');
    await page.reload();
    await expect(person).toBeVisible();
    await expect(person).not.toContainText('new poll');
  });

  onEachSize(({ phone }) => {
    if (phone) {
      test('pulling the feed down brings what is new', async ({ page, someone }) => {
        const author = await someone('Kwame Boateng');
        await author.ask(unique('Before the pull?'));
        await page.goto('/home');
        await expect(page.getByRole('article').first()).toBeVisible();
        const question = unique('After the pull?');
        await author.ask(question);
        await pullDown(page, page.getByRole('article').first());
        await expect(cardOf(page, question)).toBeVisible();
      });
    } else {
      test('the trending panel lists polls with author and votes, and opens them', async ({ page, me }) => {
        const question = unique('What is in fashion?');
        await answering(page, 'GET', '/api/polls/trending', [
          {
            id: await me.ask(question),
            question,
            user: { name: 'Ipek Yilmaz', username: 'ipek', profilePicture: null },
            timeAgo: '2h ago',
            totalVotes: 41,
          },
        ]);
        await page.goto('/home');
        const panel = page.getByRole('complementary', { name: 'Trending Polls' });
        await expect(panel.getByRole('listitem')).toContainText('Ipek Yilmaz · 2h ago · 41 votes');
        await panel.getByRole('link', { name: question }).click();
        await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
      });

      test('a trending panel that fails leaves the feed alone, and Retry brings it', async ({ page, me }) => {
        const question = unique('Does it matter?');
        await me.ask(question);
        const restore = await failing(page, 'GET', '/api/polls/trending');
        await page.goto('/home');
        await expect(cardOf(page, question)).toBeVisible();
        const failure = page.getByText('Trending polls could not be loaded.');
        await expect(failure).toBeVisible();
        await restore();
        await page
          .getByRole('complementary', { name: 'Trending Polls' })
          .getByRole('button', { name: 'Retry' })
          .click();
        await expect(failure).toHaveCount(0);
      });
    }
  });
});
