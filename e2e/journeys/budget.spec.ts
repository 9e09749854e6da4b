import { gzipSync } from 'node:zlib';
import { expect, test, type Page, type Response } from '@playwright/test';
import { newPerson, signUp } from './people';

/** The most JavaScript, in gzipped kB, that polls of special kinds may need. */
const BALLOTS_BUDGET = 12;
/** The most that a first visit may need before the page is complete. */
const BUDGET = { '/login': 120, '/home': 160 };

/** Every script that an address loads into an empty cache, with its gzipped size in kB, largest first. */
async function scriptsOf(
  page: Page,
  address: string,
  whole: () => Promise<void>,
): Promise<{ name: string; size: number }[]> {
  const scripts: Response[] = [];
  const collect = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  };
  page.on('response', collect);
  await page.goto(address, { waitUntil: 'networkidle' });
  await whole();
  page.off('response', collect);
  const sizes = scripts.map(async (script) => ({
    name: new URL(script.url()).pathname,
    size: gzipSync(await script.body(), { level: 9 }).length / 1000,
  }));
  return (await Promise.all(sizes)).sort((a, b) => b.size - a.size);
}

function expectWithin(scripts: { name: string; size: number }[], budget: number): void {
  const total = scripts.reduce((sum, script) => sum + script.size, 0);
  const list = scripts.map((script) => `${script.size.toFixed(1)} kB ${script.name}`).join('\n');
  // An empty measurement would pass every budget.
  expect(total, list).toBeGreaterThan(30);
  expect(total, list).toBeLessThanOrEqual(budget);
}

test('the first load of /login stays within its budget', async ({ page }) => {
  const scripts = await scriptsOf(page, '/login', () =>
    expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible(),
  );
  expectWithin(scripts, BUDGET['/login']);
});

test('the first load of /home stays within its budget', async ({ page, browser }) => {
  await signUp(page, newPerson('Kwame Boateng'));
  // A poll in the feed makes the card's code count too.
  await page.request.post('/api/polls', {
    data: { question: `Is small beautiful? ${Date.now()}`, options: ['Yes', 'No'] },
  });
  const visit = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage();
  const scripts = await scriptsOf(visit, '/home', () => expect(visit.getByRole('article').first()).toBeVisible());
  // Polls of special kinds, which other journeys ask, bring a file of their own.
  const special = scripts.filter(({ name }) => name.startsWith('/assets/ballots-'));
  expect(special.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(BALLOTS_BUDGET);
  expectWithin(
    scripts.filter((script) => !special.includes(script)),
    BUDGET['/home'],
  );
});

test('the outline of a page needs nothing else except the script that chooses it', async ({ page }) => {
  const asked: string[] = [];
  // The application's code, style sheets and fonts never arrive.
  await page.route(/\/assets\/(?!start-)/, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.goto('/login');
  const field = page.locator('.first-login .input').first();
  await expect(field).toBeVisible();
  // Painted by the application's own styles.
  await expect(field).toHaveCSS('min-height', '52px');
  expect(asked.filter((name) => name.endsWith('.css'))).toEqual([]);
  expect(asked.some((name) => name.endsWith('.js'))).toBe(true);
});
