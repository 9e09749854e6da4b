import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { endPollNow } from '../support/database';
import { cardOf, newPerson, signUp } from './people';

/** Everything that axe finds on the page as it stands, one line each. */
async function problemsOf(page: Page): Promise<string[]> {
  // A colour in the middle of a fade is nobody's choice.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))));
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1340, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.viewport.width} wide`, () => {
    test.use(look);

    test('axe finds nothing on the pages for visitors', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await problemsOf(page), 'landing').toEqual([]);
      await page.goto('/login');
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
      expect(await problemsOf(page), 'signup').toEqual([]);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible();
      expect(await problemsOf(page), 'login with an error').toEqual([]);
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      expect(await problemsOf(page), 'not found').toEqual([]);
    });

    test('axe finds nothing on the pages for users', async ({ page }) => {
      // A dozen pages, each read by axe from end to end.
      test.slow();
      await signUp(page, newPerson('Mei-Ling Tan'));
      const create = async (question: string) => {
        const answer = await page.request.post('/api/polls', { data: { question, options: ['Yes', 'No', 'Perhaps'] } });
        return ((await answer.json()) as { id: number }).id;
      };
      const open = `Is green a warm colour? ${look.colorScheme} ${Date.now()}`;
      const pollId = await create(open);
      const ended = await create(`Was it a good year? ${look.colorScheme} ${Date.now()}`);
      await endPollNow(ended);

      await page.goto('/home');
      await expect(cardOf(page, open)).toBeVisible();
      expect(await problemsOf(page), 'feed').toEqual([]);
      await page.goto(`/poll/${ended}`);
      await expect(page.getByText('Poll ended', { exact: true })).toBeVisible();
      expect(await problemsOf(page), 'ended poll').toEqual([]);
      await page.goto(`/poll/${pollId}`);
      await cardOf(page, open).getByRole('button', { name: 'Perhaps' }).click();
      await expect(page.getByText('Your vote has been counted!', { exact: true }).first()).toBeVisible();
      expect(await problemsOf(page), 'poll with results and a message').toEqual([]);
      await page.getByRole('button', { name: 'Poll options' }).click();
      expect(await problemsOf(page), "the author's menu").toEqual([]);
      await page.getByRole('menuitem', { name: 'Delete Poll' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await problemsOf(page), 'confirmation').toEqual([]);
      await page.goto('/poll/999999999');
      await expect(page.getByRole('heading', { name: 'Poll not found' })).toBeVisible();
      expect(await problemsOf(page), 'poll not found').toEqual([]);
      await page.goto('/create');
      await page.getByRole('button', { name: 'Publish Poll' }).click();
      await page.getByRole('button', { name: 'Pick a day' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      expect(await problemsOf(page), 'create').toEqual([]);
      for (const tab of ['', '?tab=voted', '?tab=saved']) {
        await page.goto(`/profile${tab}`);
        await expect(page.getByRole('article').or(page.getByRole('heading', { name: 'Nothing to show' })).first()).toBeVisible();
        expect(await problemsOf(page), `profile${tab}`).toEqual([]);
      }
      await page.getByRole('button', { name: 'Options', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invite Friends' }).click();
      await expect(page.getByRole('dialog', { name: 'Invite Friends' })).toBeVisible();
      expect(await problemsOf(page), 'invite').toEqual([]);
    });
  });
}

/** Presses Tab until what has the focus answers to `name`, as someone without a mouse would; the focus must be visible. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const labels = (element as HTMLInputElement).labels;
      const rings = [element, element.parentElement!].map((one) => getComputedStyle(one)).some((style) => style.outlineStyle !== 'none' && style.outlineWidth !== '0px');
      return { name: (element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '').trim(), visible: rings || getComputedStyle(element, '::after').outlineStyle !== 'none' };
    });
    if (!name.test(focused.name)) continue;
    expect(focused.visible, `focus on "${focused.name}" can be seen`).toBe(true);
    return;
  }
  throw new Error(`No Tab leads to ${name.source}`);
}

test('everything goes with the keyboard alone: sign up, create, vote, like, open, log out', async ({ page }) => {
  const person = newPerson('Priya Raghavan');
  const question = `Do keys beat a mouse? ${Date.now()}`;
  const { keyboard } = page;
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await tabTo(page, /^Email$/);
  await keyboard.type(person.email);
  await tabTo(page, /^Password$/);
  await keyboard.type(person.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create Your Profile' })).toBeVisible();
  await tabTo(page, /^Name$/);
  await keyboard.type(person.name);
  await tabTo(page, /^Username$/);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(person.username);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);

  await tabTo(page, /^Create$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create a poll' })).toBeVisible();
  await tabTo(page, /^Your Question/);
  await keyboard.type(question);
  await tabTo(page, /^Option 1$/);
  await keyboard.type('Always');
  await keyboard.press('Enter');
  await keyboard.type('Never');
  await tabTo(page, /^Pick a day$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeHidden();
  await tabTo(page, /^Publish Poll$/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  await expect(cardOf(page, question)).toBeVisible();

  await page.reload();
  await expect(cardOf(page, question)).toBeVisible();
  await tabTo(page, /^Skip to content$/);
  await keyboard.press('Enter');
  await tabTo(page, new RegExp(question.replace('?', '\\?')));
  await tabTo(page, /^Never/);
  await keyboard.press('Enter');
  await expect(page.getByText('Your vote has been counted!', { exact: true }).first()).toBeVisible();
  await expect(cardOf(page, question).getByRole('listitem').filter({ hasText: 'Never' })).toContainText('100%');
  await tabTo(page, /^Like/);
  await keyboard.press('Enter');
  await expect(cardOf(page, question).getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true');

  await cardOf(page, question).focus();
  await keyboard.press('s');
  await expect(page.getByText('Poll Saved', { exact: true }).first()).toBeVisible();
  await tabTo(page, new RegExp(question.replace('?', '\\?')));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/poll\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
  await tabTo(page, /^Logout$/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});
