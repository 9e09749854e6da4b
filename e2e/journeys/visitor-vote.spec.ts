import type { Page, Request } from '@playwright/test';
import { unique } from '../support/actor';
import { MOVING, cardOf, expect, expectToast, test } from '../support/journey';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
test.use({ ...PHONE, ...MOVING, serviceWorkers: 'block' });

/** Counts a visitor's taps and submitted forms. */
async function countSteps(page: Page): Promise<() => Promise<{ taps: number; forms: number }>> {
  await page.addInitScript(() => {
    const count = (key: string) => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
    // Enter in a form triggers a click without a pointer.
    document.addEventListener('click', (event) => event.detail > 0 && count('taps'), { capture: true });
    document.addEventListener('submit', () => count('forms'), { capture: true });
  });
  return () =>
    page.evaluate(() => ({
      taps: Number(sessionStorage.getItem('taps')),
      forms: Number(sessionStorage.getItem('forms')),
    }));
}

const isVote = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/votes');
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('inkling_pending_vote'));

test('a visitor comes from a link to a counted vote in two taps and one form', async ({ page, someone }) => {
  const question = unique('Tea or coffee?');
  const author = await someone('Amara Okafor');
  const pollId = await author.ask(question, ['Tea', 'Coffee']);
  const steps = await countSteps(page);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));

  await page.goto(`/poll/${pollId}`);
  await page.getByRole('region', { name: 'The poll you were sent' }).getByRole('button', { name: 'Coffee' }).tap();
  const waiting = page.getByRole('region', { name: 'Your vote is waiting' });
  await expect(waiting).toBeFocused();
  await expect(waiting).toContainText('Coffee');
  await expect(page.getByText('and your vote is number 1')).toBeVisible();
  // The choice leaves the device only once there is an account, and no address contains it.
  for (const request of requests)
    expect(`${request.url()} ${request.postData() ?? ''}`).not.toMatch(/optionIndex|coffee/i);
  expect(page.url()).toMatch(/\/login$/);

  await page.getByLabel('Email').fill(`${unique('visitor').replace(' ', '.')}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Name', { exact: true }).fill('Jonas Lindqvist');
  await page.getByRole('button', { name: 'Sign up and vote' }).tap();
  await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
  await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  await expect(cardOf(page, question)).toContainText(/Coffee.*, 100%, 1 vote, your vote/);
  expect(await steps()).toEqual({ taps: 2, forms: 1 });
  expect(requests.filter(isVote)).toHaveLength(1);
  expect(await kept(page)).toBeNull();
  // The vote is cast once: another visit of the page sends nothing.
  await page.reload();
  await expect(cardOf(page, question)).toContainText('your vote');
  expect(requests.filter(isVote)).toHaveLength(1);
});

test('a choice can be changed, survives a reload, and a login to an account that has voted keeps that vote', async ({
  page,
  someone,
}) => {
  const question = unique('Sea or mountains?');
  const author = await someone('Amara Okafor');
  const voter = await someone('Kwame Boateng');
  const pollId = await author.ask(question, ['Sea', 'Mountains']);
  await voter.vote(pollId, 0);
  await page.goto(`/poll/${pollId}`);
  const poll = page.getByRole('region', { name: 'The poll you were sent' });
  const waiting = page.getByRole('region', { name: 'Your vote is waiting' });
  await poll.getByRole('button', { name: 'Sea' }).tap();
  await waiting.getByRole('button', { name: 'Change' }).tap();
  await expect(poll.getByRole('button', { name: 'Sea' })).toBeFocused();
  expect(await kept(page)).toBeNull();
  await poll.getByRole('button', { name: 'Mountains' }).tap();
  await page.reload();
  await expect(waiting).toContainText('Mountains');

  await page.locator('.swap').getByRole('button', { name: 'Log in and vote' }).tap();
  await page.getByLabel('Email').fill(voter.email);
  await page.getByLabel('Password', { exact: true }).fill(voter.password);
  await page.locator('form').getByRole('button', { name: 'Log in and vote' }).tap();
  await expectToast(page, 'Already Voted', 'You have already voted on this poll.');
  await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  await expect(cardOf(page, question)).toContainText(/Sea.*, 100%, 1 vote, your vote/);
  expect(await kept(page)).toBeNull();
});

test('a choice waits while the profile is completed on its own page', async ({ page, someone }) => {
  const question = unique('Cats or dogs?');
  const pollId = await (await someone('Amara Okafor')).ask(question, ['Cats', 'Dogs']);
  await page.goto(`/poll/${pollId}`);
  await page.getByRole('region', { name: 'The poll you were sent' }).getByRole('button', { name: 'Dogs' }).tap();
  // Completing the profile together with the account fails.
  await page.route('**/api/users/create-profile', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x' } }),
  );
  await page.getByLabel('Email').fill(`${unique('visitor').replace(' ', '.')}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Name', { exact: true }).fill('Yuna Kim');
  await page.getByRole('button', { name: 'Sign up and vote' }).tap();
  await expect(page).toHaveURL(/\/create-profile$/);
  await expect(page.getByRole('region', { name: 'Your vote is waiting' })).toContainText('Dogs');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Yuna Kim');
  await page.unroute('**/api/users/create-profile');
  await page.getByLabel('Username').fill(unique('yuna').replace(' ', '_'));
  await page.getByRole('button', { name: 'Complete Profile' }).tap();
  await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
  await expect(page).toHaveURL(new RegExp(`/poll/${pollId}$`));
  await expect(cardOf(page, question)).toContainText(/Dogs.*, 100%, 1 vote, your vote/);
});
