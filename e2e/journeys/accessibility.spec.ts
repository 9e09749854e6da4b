import sharp from 'sharp';
import { unique } from '../support/actor';
import { figuresOf } from '../support/authenticator';
import { expectAccessible } from '../support/axe';
import { endPollNow, sql } from '../support/database';
import { makingExport, readyExport } from '../support/exports';
import { answering, failing, held, offeringDeepDive } from '../support/failures';
import { cardOf, expect, holdToast, test } from '../support/journey';

// axe reads each screen four times: light and dark, desktop and phone.
test.describe.configure({ timeout: 240_000 });
// Nothing here is about being offline, which takes time on each of the many pages.
test.use({ viewport: { width: 1340, height: 900 }, serviceWorkers: 'block' });

test('axe: landing, signing in, not found', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'landing');
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expectAccessible(page, 'signup');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible();
  await expectAccessible(page, 'login with an error');
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expectAccessible(page, 'not found');
});

test('axe: help, forgotten password, links from mails, a shared poll', async ({ page, someone }) => {
  const question = unique('Share this?');
  const pollId = await (await someone('Ana Ruiz')).ask(question);
  await page.goto('/help');
  await page.getByRole('button', { name: /Send/ }).click();
  await expectAccessible(page, 'help');
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'forgotten password');
  await page.goto('/reset-password?token=abcdefghijklmnopqrstuvwxyz012345');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'new password');
  await page.goto('/verify-email?token=abcdefghijklmnopqrstuvwxyz012345');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'link that does not hold');
  await page.goto(`/poll/${pollId}`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(question).first()).toBeVisible();
  await expectAccessible(page, 'login with the shared poll');
  await page.goto(`/embed/${pollId}`);
  await expect(page.getByText(question).first()).toBeVisible();
  await expectAccessible(page, 'poll in another page');
});

test('axe: feed, its loading, empty and failed states, recommendation, trending', async ({ page, me }) => {
  const question = unique('Is green a warm colour?');
  const release = await held(page, 'GET', '/api/polls');
  await page.goto('/home');
  await expect(page.getByRole('status', { name: 'Loading polls' })).toBeVisible();
  await expectAccessible(page, 'feed, loading');
  // Created this late so that other journeys cannot push it off the first page.
  await me.ask(question);
  release();
  await expect(cardOf(page, question)).toBeVisible();
  await expectAccessible(page, 'feed');
  await answering(page, 'GET', '/api/polls', { polls: [], pagination: { page: 1, hasMore: false } });
  await page.goto('/home');
  await expect(page.getByText('No polls yet')).toBeVisible();
  await expectAccessible(page, 'feed, empty');
  await failing(page, 'GET', '/api/polls');
  await page.goto('/home');
  await expect(page.getByText('Failed to load polls. Please try again.')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'feed, failed');
});

test('axe: a poll before, after and at the end, its menu, confirmation, comments, message', async ({
  page,
  me,
  someone,
}) => {
  const question = unique('Tabs or spaces?');
  const pollId = await me.ask(question);
  const ended = await me.ask(unique('Was it a good year?'));
  await endPollNow(ended);
  await (await someone('Jonas Lindqvist')).comment(pollId, 'Both, and I mean it.');
  await me.comment(pollId, 'Neither.');
  await page.goto(`/poll/${pollId}`);
  await expect(page.getByText('Both, and I mean it.')).toBeVisible();
  await expectAccessible(page, 'poll with comments');
  await cardOf(page, question).getByRole('button', { name: 'Perhaps' }).click();
  await holdToast(page, 'Vote Recorded');
  await expectAccessible(page, 'results and a message');
  await page.getByRole('button', { name: 'Poll options' }).click();
  await expectAccessible(page, "the author's menu");
  await page.getByRole('menuitem', { name: 'Delete Poll' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'confirmation');
  await answering(page, 'GET', /^\/api\/polls\/\d+\/statistics$/, {
    pollId,
    ended: false,
    sealed: false,
    votesCount: 42,
    abstentionsCount: 2,
    totals: {
      step: 'hour',
      points: [0, 9, 30, 42].map((votes, hour) => ({ at: `2026-11-20T0${hour}:00:00.000Z`, votes })),
    },
    views: { page: 60, feed: 1_235 },
    commenters: { people: 14, least: 0, most: 34 },
  });
  await page.goto(`/poll/${pollId}`);
  await cardOf(page, question).getByRole('button', { name: 'Poll options' }).click();
  await page.getByRole('menuitem', { name: /^Statistics/ }).click();
  await expect(page.getByRole('table', { name: 'Votes up to each point in time' })).toBeAttached();
  await expectAccessible(page, 'statistics');
  await page.goto(`/poll/${ended}`);
  await expect(page.getByText('Poll ended', { exact: true })).toBeVisible();
  await expectAccessible(page, 'ended poll');
  await failing(page, 'POST', '/api/likes');
  await page.getByRole('button', { name: /^Like/ }).click();
  await holdToast(page, 'Error');
  await expectAccessible(page, 'message of a failure');
  await page.goto('/poll/999999999');
  await expect(page.getByRole('heading', { name: 'Poll not found' })).toBeVisible();
  await expectAccessible(page, 'poll not found');
});

test('axe: Deep Dive in its states', async ({ page, me }) => {
  const path = /^\/api\/polls\/\d+\/insights$/;
  const pollId = await me.ask(unique('How deep is it?'));
  const none = { insights: '', sources: [], hasInsights: false };
  const license = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' };
  const passage = {
    title: 'Challenger Deep',
    url: 'https://en.wikipedia.org/wiki/Challenger_Deep',
    text: 'It is 10.9 km deep.',
    license,
  };
  const states: [state: string, arrange: () => Promise<unknown>, text: string][] = [
    ['loading', () => held(page, 'GET', path), 'Deep Dive'],
    ['none yet', () => answering(page, 'GET', path, none), 'Generate'],
    ['generating', () => answering(page, 'GET', path, { ...none, generating: true }), 'may not be 100% accurate'],
    [
      'text',
      () =>
        answering(page, 'GET', path, {
          insights: 'It is 10.9 km deep.\nNobody lives there.',
          sources: ['https://example.org/deep'],
          hasInsights: true,
        }),
      'Nobody lives there.',
    ],
    ['failed', () => failing(page, 'GET', path), 'Failed to load insights'],
    [
      'passages',
      () => answering(page, 'GET', path, { ...none, hasInsights: true, kind: 'passages', passages: [passage] }),
      'quoted under',
    ],
    [
      'nothing found',
      () =>
        offeringDeepDive(page, 'passages').then(() => answering(page, 'GET', path, { ...none, nothingFound: true })),
      'No article fits',
    ],
  ];
  for (const [state, arrange, text] of states) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await offeringDeepDive(page, 'ai');
    await arrange();
    await page.goto(`/poll/${pollId}`);
    await page.getByRole('button', { name: 'Deep Dive' }).click();
    await expect(page.getByRole('region', { name: 'Deep Dive' }).getByText(text).first()).toBeVisible({
      timeout: 15_000,
    });
    await expectAccessible(page, `Deep Dive, ${state}`);
  }
});

test('axe: create, edit profile, crop', async ({ page, me }) => {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  expect(me.id).toBeGreaterThan(0);
  await page.goto('/create');
  await page.getByRole('button', { name: 'Publish Poll' }).click();
  await page.getByRole('button', { name: 'Pick a day' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page, 'create, with errors and calendar');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('textbox', { name: /Describe|Description/i })).toBeVisible();
  await expectAccessible(page, 'create, with a picture');
  await page.goto('/edit-profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'edit profile');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Apply' })).toBeVisible();
  await expectAccessible(page, 'crop');
});

test('axe: profiles, their lists, followers and following, sheets and dialogs', async ({ page, me, someone }) => {
  const friend = await someone('Ipek Yilmaz');
  await friend.ask(unique('By bike or on foot?'));
  const own = await me.ask(unique('Mine?'));
  await me.save(own);
  await friend.follow(me);
  for (const tab of ['', '?tab=voted', '?tab=saved']) {
    await page.goto(`/profile${tab}`);
    await expect(
      page
        .getByRole('article')
        .or(page.getByRole('heading', { name: 'Nothing to show' }))
        .first(),
    ).toBeVisible();
    await expectAccessible(page, `profile${tab}`);
  }
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'own options');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite Friends' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite Friends' })).toBeVisible();
  await expectAccessible(page, 'invite');
  await page.goto(`/profile/${friend.id}`);
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeVisible();
  await expectAccessible(page, 'profile of somebody else');
  await page.goto(`/profile/${me.id}/followers`);
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible();
  await expectAccessible(page, 'followers');
  await page.goto(`/profile/${me.id}/following`);
  await expect(page.getByText('Not following anyone yet')).toBeVisible();
  await expectAccessible(page, 'following, empty');
  await page.goto('/profile/999999999');
  await expect(page.getByText('Error loading profile').first()).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page, 'profile that is not there');
});

test('axe: search before, with results, without, failed', async ({ page, me }) => {
  const question = unique('Zeppelin or balloon?');
  await me.ask(question);
  await page.goto('/search');
  await expect(page.getByRole('textbox', { name: 'Search' })).toBeVisible();
  await expectAccessible(page, 'search, discover');
  await expect(async () => {
    await page.goto(`/search?q=${encodeURIComponent(question.slice(0, 30))}`);
    await expect(page.getByRole('link', { name: new RegExp(question.slice(0, 12)) })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expectAccessible(page, 'search, results');
  await page.goto('/search?q=qqxxzzvvkkjj');
  await expect(page.getByText('No results found').first()).toBeVisible();
  await expectAccessible(page, 'search, nothing');
  await page.goto('/search');
  await expect(page.getByText('Recent Searches')).toBeVisible();
  await expectAccessible(page, 'search, recent');
  await failing(page, 'GET', '/api/search');
  await page.goto('/search?q=balloon');
  await expect(page.getByText('An error occurred while searching.').first()).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page, 'search, failed');
});

test('axe: one-time codes, recovery codes, the proof, the second step of signing in', async ({ page, me }) => {
  await page.goto('/settings');
  const card = page.locator('.one-time-codes-root');
  await card.getByRole('button', { name: 'Switch on' }).click();
  const key = (await page.locator('.one-time-codes-key').textContent()) ?? '';
  await card.getByLabel('Six figures').fill('1');
  await card.getByRole('button', { name: 'Switch on' }).click();
  await expectAccessible(page, 'one-time codes, being switched on');
  await card.getByLabel('Six figures').fill(figuresOf(key));
  await card.getByRole('button', { name: 'Switch on' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'recovery codes');
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await sql('update auth.sessions set proved_at = null where account_id = $1', [me.id]);
  await card.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New recovery codes' }).click();
  await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
  await expectAccessible(page, 'proof');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.locator('.swap').getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page, 'second step of signing in');
});

test('axe: notifications, settings, debug, shortcuts', async ({ page, me, someone }) => {
  await page.goto('/notifications');
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await expectAccessible(page, 'notifications, none');
  const friend = await someone('Ipek Yilmaz');
  const pollId = await me.ask(unique('Who likes it?'));
  await friend.follow(me);
  await friend.like(pollId);
  await friend.comment(pollId, 'Me.');
  await friend.vote(pollId, 0);
  await expect(page.locator('.notification-row-root')).toHaveCount(4);
  await expectAccessible(page, 'notifications');
  await page.goto('/settings');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectAccessible(page, 'settings');
  const leave = page.getByRole('region', { name: 'Delete your account' });
  await leave.getByRole('button', { name: 'Delete account' }).click();
  await leave.getByRole('radio', { name: /^Delete them/ }).check({ force: true });
  await expectAccessible(page, 'choice before a deletion');
  const requestedAt = new Date(Date.now() - 2 * 86_400_000 - 60_000).toISOString();
  const dueAt = new Date(Date.parse(requestedAt) + 7 * 86_400_000).toISOString();
  await answering(page, 'GET', '/api/users/me/deletion', { days: 7, pending: { polls: 'delete', requestedAt, dueAt } });
  await page.reload();
  await expect(leave.getByRole('button', { name: 'Take it back' })).toBeVisible();
  await expectAccessible(page, 'days before a deletion');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'sign out everywhere');
  for (const [state, button, made] of [
    ['made', 'Stop', makingExport],
    ['ready', 'Download', readyExport],
  ] as const) {
    await answering(page, 'GET', '/api/users/me/export', { export: made });
    await page.goto('/settings');
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await expectAccessible(page, `settings, export being ${state}`);
  }
  await page.goto('/privacy');
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page, 'privacy');
  await page.goto('/debug');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expectAccessible(page, 'debug');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'shortcuts');
});

test('axe: the menu about a person, block, blocked and muted people, muted words', async ({ page, me, someone }) => {
  const [bruno, kit] = [await someone('Bruno Keller'), await someone('Kit Aldana')];
  const question = unique('Sea or mountains?');
  const pollId = await bruno.ask(question);
  expect(me.id).not.toBe(bruno.id);
  await page.goto('/settings');
  await expect(page.getByText('You have blocked nobody.')).toBeVisible();
  await expectAccessible(page, 'settings, nobody blocked');
  await page.goto(`/poll/${pollId}`);
  await cardOf(page, question).getByRole('button', { name: 'More about this poll' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Tell me the result/,
    /^See results/,
    /^Mute/,
    /^Block/,
    'Report poll',
  ]);
  await expectAccessible(page, 'menu about a person');
  await page.getByRole('menuitem', { name: /^Block/ }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'block, confirmation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await holdToast(page, 'Bruno Keller is blocked');
  await expectAccessible(page, 'blocked, message');
  await page.goto(`/profile/${bruno.id}`);
  await expect(page.getByText('You have blocked Bruno Keller')).toBeVisible();
  await expectAccessible(page, 'profile of somebody blocked');
  await page.goto(`/profile/${kit.id}`);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: /^Mute/ }).click();
  await expect(page.getByText('You have muted Kit Aldana.')).toBeVisible();
  await holdToast(page, 'Kit Aldana is muted');
  await expectAccessible(page, 'profile of somebody muted, message with Undo');
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: /^Unblock/ })).toBeVisible();
  await expectAccessible(page, 'settings, blocked people');
  await page.getByRole('tab', { name: 'Words' }).click();
  await page.getByLabel('Add a word').fill('spoiler');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove spoiler' })).toBeVisible();
  await expectAccessible(page, 'settings, muted words');
});
