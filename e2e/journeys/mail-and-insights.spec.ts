import type { User } from '@inkling/contracts';
import { unique } from '../support/actor';
import { answering } from '../support/failures';
import { cardOf, expect, expectToast, onOneSize } from '../support/journey';
import { mailedLink } from '../support/mailed-link';
import { test } from '../support/own-instance';

// These journeys share one instance, which is started once.
test.describe.configure({ mode: 'default' });

onOneSize(() => {
  test('a forgotten password is replaced with a mailed link, which works once', async ({ page, someone, equipped }) => {
    const { email } = await someone('Diego Salazar');
    await page.goto('/login');
    await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const link = await mailedLink(equipped.mailbox, email, '/reset-password');
    await page.goto(link);
    const save = async (password: string, repeated: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Repeat the new password').fill(repeated);
      await page.getByRole('button', { name: 'Save password' }).click();
    };
    await save('short', 'short');
    await expect(page.getByText('Password is too weak. Please use at least 6 characters.')).toBeVisible();
    await save('battery staple', 'battery stable');
    await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
    await save('battery staple', 'battery staple');
    await expectToast(page, 'Password changed', 'You can log in with your new password now.');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('battery staple');
    await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto(link);
    await save('another one', 'another one');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });

  test('an address is confirmed with a mailed link', async ({ page, me, equipped }) => {
    // Signing up mails the first link; asking for another invalidates it.
    const first = await mailedLink(equipped.mailbox, me.email, '/verify-email');
    await page.goto('/settings');
    await expect(page.getByText('Not confirmed yet')).toBeVisible();
    await page.getByRole('button', { name: 'Send confirmation link' }).click();
    await expectToast(page, 'Confirmation link sent', `Look for it in ${me.email}.`);
    await page.goto(await mailedLink(equipped.mailbox, me.email, '/verify-email', first));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await page.getByRole('link', { name: 'Go on to Inkling' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/settings');
    await expect(page.getByText('Confirmed', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send confirmation link' })).toHaveCount(0);
  });

  test('a link that is truncated or used confirms nothing', async ({ page }) => {
    for (const path of ['/verify-email', '/verify-email?token=not-one-of-ours']) {
      await page.goto(path);
      if (path.includes('token')) await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Your email could not be confirmed' })).toBeVisible();
      await expect(page.getByText('Log in and ask for a new link in Settings.')).toBeVisible();
    }
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });

  test('a Deep Dive: none yet, generating, then the text with its sources', async ({ page, context, me, equipped }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const question = unique('Night train or early flight?');
    const pollId = await me.ask(question);
    let written = () => {};
    equipped.model.script.push({
      after: new Promise<void>((resolve) => (written = resolve)),
      cites: ['https://rail.example.org/emissions'],
    });
    await page.goto(`/poll/${pollId}`);
    await cardOf(page, question).getByRole('button', { name: 'Deep Dive' }).click();
    const panel = page.getByRole('region', { name: 'Deep Dive' });
    await expect(panel).toContainText('No insights yet.');
    await panel.getByRole('button', { name: 'Generate' }).click();
    await expect(panel.getByRole('heading', { name: 'Generating…' })).toBeVisible();
    await expect(panel).toContainText(
      'AI-generated content may not be 100% accurate. Always verify information from sources.',
    );
    // A reader who opens the poll meanwhile sees that the text is being written.
    const other = await context.newPage();
    await other.goto(`/poll/${pollId}`);
    await cardOf(other, question).getByRole('button', { name: 'Deep Dive' }).click();
    await expect(
      other.getByRole('region', { name: 'Deep Dive' }).getByRole('heading', { name: 'Generating…' }),
    ).toBeVisible();
    written();
    for (const one of [page, other]) {
      await expect(
        one
          .getByRole('region', { name: 'Deep Dive' })
          .getByRole('paragraph')
          .filter({ hasText: 'Night trains emit about a tenth of what flights do.' }),
      ).toBeVisible();
    }
    await expect(panel.getByRole('list', { name: 'Sources' }).getByRole('link')).toHaveAttribute(
      'href',
      'https://rail.example.org/emissions',
    );
    await expect(panel).toContainText(
      'AI-generated content may not be 100% accurate. Always verify information from sources.',
    );
    await page.bringToFront();
    // The copied state lasts two seconds.
    await Promise.all([
      panel.getByRole('button', { name: 'Copied' }).waitFor(),
      panel.getByRole('button', { name: 'Copy' }).click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Tickets cost more on some lines.');
  });

  test('a Deep Dive that fails says so, and can be asked for again', async ({ page, me, equipped }) => {
    const question = unique('Will it work?');
    const pollId = await me.ask(question);
    equipped.model.script.push(...Array.from({ length: 4 }, () => ({ status: 400, error: 'no' })));
    await page.goto(`/poll/${pollId}`);
    await cardOf(page, question).getByRole('button', { name: 'Deep Dive' }).click();
    const panel = page.getByRole('region', { name: 'Deep Dive' });
    await panel.getByRole('button', { name: 'Generate' }).click();
    await expectToast(page, 'Failed to generate insights');
    await expect(panel.getByRole('heading', { name: 'Failed to load insights' })).toBeVisible();
    await expect(panel).toContainText(
      "We couldn't load the factual information for this poll. Please try again later.",
    );
    equipped.model.script.length = 0;
    await panel.getByRole('button', { name: 'Retry' }).click();
    await panel.getByRole('button', { name: 'Generate' }).click();
    await expect(panel).toContainText('Night trains emit about a tenth of what flights do.');
  });

  test('a poll recommended for its topics says why, with at most three of them', async ({ page, me }) => {
    const question = unique('Why this one?');
    const poll = await me.get<object>(`/api/polls/${await me.ask(question)}`);
    await answering(page, 'GET', '/api/polls', {
      polls: [
        { ...poll, isRecommended: true, similarToLiked: true, topics: ['trains', 'travel', 'night', 'sleep', 'fares'] },
      ],
      pagination: { page: 1, hasMore: false, nextCursor: null },
    });
    await page.goto('/home');
    const chip = cardOf(page, question).getByRole('button', { name: 'Similar to polls you liked' });
    await chip.click();
    await expect(page.getByRole('tooltip').getByRole('listitem')).toHaveText(['trains', 'travel', 'night']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});

test('opening a link proves nothing; confirming it while logged out gives the account to the mailbox’s owner', async ({
  page,
  browser,
  me: stranger,
  equipped,
}) => {
  const link = await mailedLink(equipped.mailbox, stranger.email, '/verify-email');
  const owner = await (await browser.newContext({ baseURL: equipped.origin })).newPage();
  const posts: string[] = [];
  owner.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  // As a mail scanner does, which opens every link and runs its scripts.
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await owner.waitForLoadState('networkidle');
  expect(posts).toEqual([]);
  expect(await stranger.get<User>('/api/auth/me')).toMatchObject({ emailVerified: false });
  await page.goto('/settings');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();

  await owner.getByRole('button', { name: 'Confirm email' }).click();
  await expect(owner.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  // The stranger's open page loses its session.
  await expect(page).toHaveURL(/\/login$/);
  await owner.getByLabel('New password', { exact: true }).fill('battery staple');
  await owner.getByLabel('Repeat the new password').fill('battery staple');
  await owner.getByRole('button', { name: 'Save password' }).click();
  await expectToast(owner, 'Password changed', 'You can log in with your new password now.');
  await owner.getByLabel('Email').fill(stranger.email);
  await owner.getByLabel('Password', { exact: true }).fill('battery staple');
  await owner.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(owner).toHaveURL(/\/home$/);
  const old = await page.request.post('/api/auth/login', {
    data: { email: stranger.email, password: stranger.password },
  });
  expect(old.status()).toBe(401);
  await owner.context().close();
});

test('a vote asks for a confirmed address, without an error, and counts once there is one', async ({
  page,
  me,
  equipped,
}) => {
  const question = unique('Tea or coffee?');
  const pollId = await me.ask(question);
  const first = await mailedLink(equipped.mailbox, me.email, '/verify-email');
  await page.goto(`/poll/${pollId}`);
  const card = cardOf(page, question);
  await card.getByRole('button', { name: 'Yes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your email to vote' });
  await expect(dialog).toContainText(me.email);
  await expect(page.locator('.toast-root')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Send the link again' }).click();
  await expectToast(page, 'Confirmation link sent', `Look for it in ${me.email}.`);
  const link = await mailedLink(equipped.mailbox, me.email, '/verify-email', first);
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await expect(other.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  // The waiting page learns of the confirmation.
  await expect(dialog).toHaveCount(0);
  await card.getByRole('button', { name: 'Yes' }).click();
  await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
});
