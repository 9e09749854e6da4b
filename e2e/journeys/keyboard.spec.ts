import { expectFocus, expectFocusSeen, focusedAs, tabTo } from '../support/keys';
import { unique } from '../support/actor';
import { cardOf, closeShareSheet, expect, expectToast, test } from '../support/journey';
import { newPerson } from './people';

// This journey never uses the mouse: a control that keys cannot reach fails it.
test.use({ viewport: { width: 1340, height: 900 } });

test('the keyboard alone is enough to sign up, create, vote, comment, follow, search, read and log out', async ({
  page,
  someone,
}) => {
  test.slow();
  const { keyboard } = page;
  const person = newPerson('Priya Raghavan');
  const other = await someone(unique('Jonas Lindqvist'));
  const question = unique('Do keys beat a mouse?');

  await test.step('sign up', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await tabTo(page, 'textbox', 'Email');
    await keyboard.type(person.email);
    await tabTo(page, 'textbox', 'Password');
    await keyboard.type(person.password);
    await tabTo(page, 'button', 'Show password');
    await keyboard.press('Space');
    await expectFocus(page, 'button', 'Hide password');
    await tabTo(page, 'button', 'Sign up');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Create Your Profile' })).toBeVisible();
  });

  await test.step('complete the profile', async () => {
    await tabTo(page, 'textbox', 'Name');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(person.name);
    await tabTo(page, 'textbox', 'Username');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(person.username);
    await tabTo(page, 'button', 'Complete Profile');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step('create a poll with options and an end', async () => {
    await tabTo(page, 'link', 'Create');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Create a poll' })).toBeVisible();
    await tabTo(page, 'textbox', /^Your Question/);
    await keyboard.type(question);
    await tabTo(page, 'textbox', 'Option 1');
    await keyboard.type('Always');
    await keyboard.press('Enter');
    await expectFocus(page, 'textbox', 'Option 2');
    await keyboard.type('Never');
    await tabTo(page, 'button', /Add Option/);
    await keyboard.press('Enter');
    await expectFocus(page, 'textbox', 'Option 3');
    await keyboard.type('At night');
    await tabTo(page, 'button', 'Pick a day');
    await keyboard.press('Enter');
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('gridcell').locator('button:focus')).toBeVisible();
    await keyboard.press('Escape');
    await expectFocus(page, 'button', 'Pick a day');
    await keyboard.press('Space');
    await expect(page.getByRole('gridcell').locator('button:focus')).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await expect(page.getByRole('grid')).toBeHidden();
    await expectFocus(page, 'button', /^\w{3}, \w{3} \d+$/);
    await tabTo(page, 'button', 'Publish Poll');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home$/);
    await closeShareSheet(page);
    await expect(cardOf(page, question)).toBeVisible();
  });

  await test.step('vote, like and save in the feed', async () => {
    await tabTo(page, 'button', /^Never/);
    await keyboard.press('Enter');
    await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
    await expect(cardOf(page, question).getByRole('listitem').filter({ hasText: 'Never' })).toContainText(
      ', 100%, 1 vote, your vote',
    );
    // Voting removes the focused button, so the focus moves to the card.
    await expectFocus(page, 'article', question);
    await tabTo(page, 'button', /^Like/);
    await keyboard.press('Space');
    await expect(focusedAs(page, 'button', /^Like/)).toHaveAttribute('aria-pressed', 'true');
    await keyboard.press('s');
    await expectToast(page, 'Poll Saved');
  });

  await test.step('comment', async () => {
    await tabTo(page, 'link', /^Comment/);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/poll\/\d+$/);
    await expectFocus(page, 'textbox', 'Add a comment');
    await keyboard.type('Not one click.');
    await tabTo(page, 'button', 'Comment');
    await keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'Not one click.' })).toContainText(/•/);
    await expectFocus(page, 'textbox', 'Add a comment');
  });

  await test.step('search somebody and follow', async () => {
    await keyboard.press('Shift+Tab');
    await keyboard.press('/');
    await expect(page).toHaveURL(/\/search$/);
    await expectFocus(page, 'textbox', 'Search');
    const found = page.getByRole('link', { name: other.name });
    // The search index receives a new account within moments.
    await expect(async () => {
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(other.name);
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(other.name);
      await expect(found.first()).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await tabTo(page, 'link', new RegExp(other.name));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/profile/${other.id}$`));
    await tabTo(page, 'button', /^Follow/);
    await keyboard.press('Enter');
    await expectToast(page, 'You are now following this user');
    await expectFocus(page, 'button', /^Unfollow/);
  });

  await test.step('notifications', async () => {
    const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: number };
    await other.follow({ id } as typeof other);
    await expect(page.getByRole('link', { name: /Notifications [12]/ })).toBeVisible();
    await tabTo(page, 'link', /^Notifications/);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await expect(page.getByRole('main').getByText('started following you')).toBeVisible();
    await tabTo(page, 'button', 'Mark all as read');
    await keyboard.press('Enter');
    await expectToast(page, 'Notifications marked as read');
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  });

  await test.step('log out', async () => {
    await tabTo(page, 'button', 'Logout');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('the list of shortcuts opens and closes, and gives the focus back', async ({ page, me }) => {
  const question = unique('Which key?');
  await me.ask(question);
  await page.goto('/home');
  await expect(cardOf(page, question)).toBeVisible();
  await tabTo(page, 'link', 'Search');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expect(sheet.locator(':focus')).toBeVisible();
  // The focus stays in the dialog however often Tab is pressed.
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press('Tab');
    await expect(sheet.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expectFocus(page, 'link', 'Search');
  // The second key counts only if it comes soon after the first.
  const pressBoth = (first: string, second: string, address: RegExp) =>
    expect(async () => {
      await page.keyboard.press(first);
      await page.keyboard.press(second);
      await expect(page).toHaveURL(address, { timeout: 2_000 });
    }).toPass();
  await pressBoth('g', 'n', /\/notifications$/);
  await pressBoth('g', 'h', /\/home$/);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/create$/);
});

test('j and k walk from card to card, and figures vote for an option', async ({ page, me }) => {
  const [first, second] = [unique('First?'), unique('Second?')];
  await me.ask(first);
  await me.ask(second);
  await page.goto('/profile');
  await expect(cardOf(page, first)).toBeVisible();
  await page.keyboard.press('j');
  await expectFocus(page, 'article', second);
  await page.keyboard.press('j');
  await expectFocus(page, 'article', first);
  await page.keyboard.press('3');
  await expectToast(page, 'Vote Recorded');
  await expect(cardOf(page, first).getByRole('listitem').filter({ hasText: 'Perhaps' })).toContainText('your vote');
  await page.keyboard.press('k');
  await expectFocus(page, 'article', second);
  await page.keyboard.press('l');
  await expect(cardOf(page, second).getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true');
});

test('a menu opens with an arrow, and what closes gives the focus back: menu, confirmation, sheet, dialog', async ({
  page,
  me,
}) => {
  const question = unique('Keep or delete?');
  const pollId = await me.ask(question);
  await page.goto(`/poll/${pollId}`);
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
  await tabTo(page, 'button', 'Poll options');
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'menuitem', 'Switch comments off');
  await page.keyboard.press('ArrowUp');
  await expectFocus(page, 'menuitem', 'Delete Poll');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expectFocus(page, 'button', 'Poll options');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'menuitem', 'Switch comments off');
  await page.keyboard.press('End');
  await expectFocus(page, 'menuitem', 'Delete Poll');
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('alertdialog', { name: 'Delete this poll?' });
  await expect(confirmation).toBeFocused();
  await page.keyboard.press('Tab');
  await expectFocus(page, 'button', 'Delete Poll');
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expectFocus(page, 'button', 'Poll options');

  await tabTo(page, 'button', 'Invite Friends', { back: true });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Invite Friends' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocus(page, 'button', 'Invite Friends');

  await page.goto('/profile');
  await tabTo(page, 'button', 'Options');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocus(page, 'button', 'Options');
});

test('a new page takes the focus to its beginning and says its name; going back returns to the link', async ({
  page,
  me,
}) => {
  const question = unique('Where was I?');
  await me.ask(question);
  await page.goto('/home');
  await expect(cardOf(page, question)).toBeVisible();
  await tabTo(page, 'link', 'Skip to content');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'link', question);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.locator('[data-announcer]')).toContainText(await page.title());
  await page.keyboard.press('Tab');
  await expectFocusSeen(page);
  expect(await page.evaluate(() => document.querySelector('main')!.contains(document.activeElement))).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(/\/home#content$/);
  await expectFocus(page, 'link', question);
});
