import type { Browser, Page } from '@playwright/test';
import { Actor, unique } from '../support/actor';
import { expectAccessible } from '../support/axe';
import { expect, expectToast, onEachSize, test, toastOf } from '../support/journey';
import { grant } from '../support/roles';

/** A new person in another browser. */
async function join(browser: Browser, name: string): Promise<{ page: Page; actor: Actor }> {
  const page = await (await browser.newContext()).newPage();
  return { page, actor: await Actor.join(page.request, name) };
}

/** Lets the page open cases without holding them: they may belong to another journey. */
async function holdNoCase(page: Page): Promise<void> {
  await page.route('**/api/admin/cases/*/take', (route) => route.abort());
}

/** Lets a new person report a poll, once the community service knows it. */
async function report(page: Page, pollId: number, words: string): Promise<void> {
  await expect(async () => {
    const data = { kind: 'poll', id: pollId, rule: 2, words };
    expect((await page.request.post('/api/reports', { data })).status()).toBe(200);
  }).toPass({ timeout: 30_000 });
}

onEachSize(({ phone }) => {
  test('what a member reports becomes a case, which moderators find and members do not', async ({
    page,
    me,
    someone,
  }) => {
    const question = unique('Whose number should I post?');
    await report(page, await (await someone('Bruno Keller')).ask(question), 'A real number of somebody I know.');
    await page.goto('/admin/queue');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

    await grant(page.request, me, 'moderator');
    await page.goto(phone ? '/profile' : '/home');
    if (phone) {
      await page.getByRole('button', { name: 'Options', exact: true }).click();
      const options = page.getByRole('dialog', { name: 'Options' });
      await options.getByRole('button', { name: 'Administration' }).click();
    } else await page.getByRole('link', { name: 'Administration' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
    await page.getByRole('link', { name: /^Queue/ }).click();
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByRole('article').getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByText('A real number of somebody I know.')).toBeVisible();
    if (phone)
      await page
        .getByRole('link', { name: /^Queue/ })
        .last()
        .click();
    await expect(page.getByRole('link', { name: question })).toBeVisible();
  });
});

test.describe('three people', () => {
  test.describe.configure({ timeout: 180_000 });
  test.use({ viewport: { width: 1340, height: 900 }, serviceWorkers: 'block' });

  test('a report leads to an act by keys, a notice, an appeal, and an answer that brings the poll back', async ({
    page,
    me,
    browser,
  }) => {
    const { page: authorPage, actor: author } = await join(browser, 'Bruno Keller');
    const { page: deskPage, actor: moderator } = await join(browser, 'Aisha Bello');
    const question = unique('Whose number should I post?');
    const pollId = await author.ask(question);

    await page.goto(`/poll/${pollId}`);
    await expect(async () => {
      await page.getByRole('button', { name: 'More about this poll' }).click();
      await page.getByRole('menuitem', { name: 'Report poll' }).click({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    const sheet = page.getByRole('dialog', { name: 'What is wrong with this poll?' });
    await sheet.getByRole('radio').first().check();
    await sheet.getByLabel(/^In your words/).fill('A real number of somebody I know.');
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expectToast(page, 'Reported. Thank you');

    await grant(deskPage.request, moderator, 'moderator');
    await deskPage.goto('/admin/queue');
    await deskPage.getByRole('link', { name: question }).click();
    const desk = deskPage.getByRole('region', { name: /^Case \d+$/ });
    await expect(desk.getByRole('article').getByRole('heading', { name: question })).toBeVisible();
    const number = /\d+/.exec(await desk.getByRole('heading', { name: /^Case \d+$/ }).innerText())?.[0];
    await expect(desk.getByRole('radio', { name: 'Silence' })).toHaveCount(1);
    await expect(desk.getByLabel('Rule', { exact: true })).toHaveValue('1');
    await expectAccessible(deskPage, 'administration, a case to decide');

    await holdNoCase(deskPage);
    await deskPage.keyboard.press('d');
    await expect(desk.getByRole('radio', { name: 'Dismiss' })).toBeChecked();
    await deskPage.keyboard.press('Enter');
    await expectToast(deskPage, `Case ${number}: Dismissed`, 'The notice goes out in 10 seconds.');
    await expect(deskPage).not.toHaveURL(new RegExp(`/${number}$`));
    await expect(toastOf(deskPage).getByRole('button', { name: 'Undo' })).toBeVisible();
    await deskPage.keyboard.press('z');
    await expectToast(deskPage, 'Taken back: Dismissed');
    await expect(deskPage).toHaveURL(new RegExp(`/admin/queue/${number}$`));

    await expect(desk.getByRole('radio', { name: 'Hide' })).toBeVisible();
    await deskPage.keyboard.press('h');
    await deskPage.keyboard.press('r');
    await expect(desk.getByLabel(/^Reason they read/)).toBeFocused();
    await deskPage.keyboard.type('The second option is a real number.');
    await desk.getByRole('radio', { name: 'Hide' }).click();
    await deskPage.keyboard.press('Enter');
    await expectToast(deskPage, `Case ${number}: Hidden`);
    await expect(async () => {
      expect((await page.request.get(`/api/polls/${pollId}`)).status()).toBe(404);
    }).toPass({ timeout: 30_000 });

    await expect(async () => {
      await authorPage.goto('/notifications');
      await expect(authorPage.getByText('Your poll was hidden')).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 45_000 });
    await expect(authorPage.getByText('The second option is a real number.')).toBeVisible();
    await authorPage.getByRole('button', { name: 'Appeal', exact: true }).click();
    const appeal = authorPage.getByRole('dialog', { name: 'Appeal this decision' });
    await appeal.getByRole('textbox').fill('It is the number of the town hall.');
    await appeal.getByRole('button', { name: 'Send appeal' }).click();
    await expectToast(authorPage, 'Your appeal was sent');

    await grant(page.request, me, 'administrator');
    await page.goto('/admin/queue');
    await page.getByRole('button', { name: /^Appeals/ }).click();
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByText('It is the number of the town hall.')).toBeVisible();
    await expectAccessible(page, 'administration, an appeal to decide');
    await page.getByRole('button', { name: 'Take the act back' }).click();
    await expect(page.getByText('Write a reason: the person has a right to it.')).toBeVisible();
    await page.getByLabel('Your answer').fill('So it is. The poll is back.');
    await page.getByRole('button', { name: 'Take the act back' }).click();
    await expectToast(page, 'Taken back');
    await expect(async () => {
      expect((await page.request.get(`/api/polls/${pollId}`)).status()).toBe(200);
    }).toPass({ timeout: 30_000 });
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByRole('article').getByText(question)).toBeVisible();
    await expect(async () => {
      await authorPage.goto('/notifications');
      await expect(authorPage.getByText('Your appeal was heard')).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 45_000 });
  });

  test('a case that somebody else has decided says so, and shows what was decided', async ({ page, me, browser }) => {
    const { actor: author } = await join(browser, 'Bruno Keller');
    const { page: otherPage, actor: other } = await join(browser, 'Aisha Bello');
    const question = unique('Who is the worst at chess here?');
    await report(page, await author.ask(question), 'About a person.');
    await grant(page.request, me, 'moderator');
    await grant(otherPage.request, other, 'moderator');
    await holdNoCase(page);
    await page.goto('/admin/queue');
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByRole('article').getByRole('heading', { name: question })).toBeVisible();
    const caseId = new URL(page.url()).pathname.split('/').at(-1);
    // A moderator of another journey may hold the case for a moment.
    await expect(async () => {
      const data = { act: 'warn', rule: null, reason: 'Ask about chess, not about people.' };
      expect((await otherPage.request.post(`/api/admin/cases/${caseId}/acts`, { data })).status()).toBe(201);
    }).toPass({ timeout: 30_000 });
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await expectToast(page, `Case ${caseId} was decided by somebody else`);
    await expect(page).toHaveURL(new RegExp(`/admin/queue/${caseId}$`));
    await expect(page.getByText('Ask about chess, not about people.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo: Warned' })).toBeVisible();

    await page.goto(`/admin/people/${author.id}`);
    await expect(page.getByRole('link', { name: question })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo: Warned' })).toBeVisible();
    await expectAccessible(page, 'administration, a person');
    await page.goto(`/admin/log?person=${author.id}`);
    await page.getByRole('button', { name: 'Undo: Warned' }).click();
    await expectToast(page, 'Taken back: Warned');
    await expect(page.getByText('Act taken back: Warned')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo: Warned' })).toHaveCount(0);
  });
});

test.describe('axe', () => {
  test.describe.configure({ timeout: 240_000 });
  test.use({ viewport: { width: 1340, height: 900 } });

  test('axe: every screen of the administration', async ({ page, me, someone }) => {
    const question = unique('Would you hang this?');
    await report(page, await (await someone('Bruno Keller')).ask(question), 'Not marked.');
    await grant(page.request, me, 'administrator');
    await page.goto('/admin');
    await expect(page.getByRole('img', { name: /^Votes a day/ })).toBeVisible();
    await expectAccessible(page, 'administration, overview');
    await page
      .getByRole('link', { name: /^Queue/ })
      .first()
      .click();
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByRole('article').getByRole('heading', { name: question })).toBeVisible();
    await expectAccessible(page, 'administration, queue and case');
    await page.goto('/admin/log');
    await expect(page.getByText('Case opened').first()).toBeVisible();
    await expectAccessible(page, 'administration, log');
    await page.goto('/admin/health');
    await expect(page.getByRole('cell', { name: 'Well' }).first()).toBeVisible();
    await expectAccessible(page, 'administration, health');
  });
});
