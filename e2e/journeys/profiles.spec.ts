import { unique } from '../support/actor';
import { answering, failing, held } from '../support/failures';
import { cardOf, expect, expectToast, onEachSize, onOneSize, pullDown, test } from '../support/journey';

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('the own profile has a picture, counts and three lists with empty states', async ({ page, me }) => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: me.name })).toBeVisible();
    const lists = page.getByRole('navigation', { name: 'Your polls' });
    for (const [tab, text] of [
      ['Voted', "You haven't voted on any polls yet."],
      ['Saved', "You haven't saved any polls yet."],
      ['Polls', "You haven't created any polls yet."],
    ] as const) {
      await lists.getByRole('link', { name: tab, exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Nothing to show' })).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
    }
    await page.getByRole('main').getByRole('link', { name: 'Create Poll' }).click();
    await expect(page).toHaveURL(/\/create$/);
  });

  test('the own profile lists what was created, voted on and saved', async ({ page, me, someone }) => {
    const mine = unique('Mine?');
    const theirs = unique('Theirs?');
    await me.ask(mine);
    const other = await (await someone('Amara Okafor')).ask(theirs);
    await me.vote(other, 1);
    await me.save(other);
    await page.goto(`/profile/${me.id}`);
    await expect(cardOf(page, mine)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '1 Poll' })).toBeVisible();
    for (const tab of ['Voted', 'Saved']) {
      await page.getByRole('navigation', { name: 'Your polls' }).getByRole('link', { name: tab }).click();
      await expect(cardOf(page, theirs)).toBeVisible();
      await expect(cardOf(page, mine)).toHaveCount(0);
    }
  });

  test('the options sheet leads to editing, inviting, settings and logout', async ({ page }) => {
    await page.goto('/profile');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Options', exact: true }).click();
      await page.getByRole('dialog', { name: 'Options' }).getByRole('button', { name }).click();
    };
    await choose('Edit Profile');
    await expect(page).toHaveURL(/\/edit-profile$/);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await choose('Settings');
    await expect(page).toHaveURL(/\/settings$/);
    await page.goto('/profile');
    await choose('Invite Friends');
    await page.getByRole('dialog', { name: 'Invite Friends' }).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await choose('Logout');
    await expect(page).toHaveURL(/\/(login)?$/);
    expect(await page.evaluate(() => localStorage.getItem('inkling_user'))).toBeNull();
  });

  test('following and unfollowing on a profile changes its counts', async ({ page, someone }) => {
    const other = await someone('Jonas Lindqvist');
    const asked = await held(page, 'GET', `/api/users/follow-status/${other.id}`);
    await page.goto(`/profile/${other.id}`);
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    asked();
    await expect(page.getByText("This user hasn't created any polls yet.")).toBeVisible();
    const followed = await held(page, 'POST', '/api/follows');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Following...' })).toBeVisible();
    followed();
    await expectToast(page, 'You are now following this user');
    await expect(page.getByRole('link', { name: '1 Follower' })).toBeVisible();
    await page.getByRole('button', { name: 'Unfollow' }).click();
    await expectToast(page, 'You have unfollowed this user');
    await expect(page.getByRole('link', { name: '0 Followers' })).toBeVisible();
  });

  test('a follow that fails says why, and the button is unchanged', async ({ page, someone }) => {
    const other = await someone('Jonas Lindqvist');
    await page.goto(`/profile/${other.id}`);
    const restore = await failing(page, 'POST', '/api/follows', { status: 500, message: 'Not today.' });
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expectToast(page, 'Error', 'Failed to follow user: Not today.');
    await restore();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await failing(page, 'DELETE', `/api/follows/${other.id}`, { status: 500, message: 'Not today.' });
    await page.getByRole('button', { name: 'Unfollow' }).click();
    await expectToast(page, 'Error', 'Failed to unfollow user: Not today.');
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  });

  test('a profile that cannot be loaded says so, and Retry loads it', async ({ page, someone }) => {
    const other = await someone('Mei-Ling Tan');
    const restore = await failing(page, 'GET', `/api/users/${other.id}`);
    await page.goto(`/profile/${other.id}`);
    await expect(page.getByRole('heading', { name: 'Error loading profile' })).toBeVisible();
    await expect(page.getByText('Could not load user profile. Please try again later.')).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mei-Ling Tan' })).toBeVisible();
    for (const address of ['/profile/999999999', '/profile/nobody']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Error loading profile' })).toBeVisible();
      await expect(page).toHaveTitle('Profile · Inkling');
    }
  });

  test('going back from a profile stays in the application', async ({ page, someone }) => {
    const other = await someone('Mei-Ling Tan');
    await page.goto('about:blank');
    await page.goto(`/profile/${other.id}`);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto(`/profile/${other.id}/followers`);
    await page.getByRole('link', { name: 'Back to the profile' }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${other.id}$`));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${other.id}/followers$`));
  });

  test('followers and following: titles, empty lists and load errors', async ({ page, me }) => {
    await page.goto(`/profile/${me.id}/followers`);
    await expect(page.getByRole('heading', { level: 1, name: "Noor Haddad's Followers" })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No followers yet' })).toBeVisible();
    await page.goto(`/profile/${me.id}/following`);
    await expect(page.getByRole('heading', { level: 1, name: "Noor Haddad's Following" })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Not following anyone yet' })).toBeVisible();
    for (const [list, text] of [
      ['followers', 'Failed to load followers'],
      ['following', 'Failed to load following users'],
    ] as const) {
      const restore = await failing(page, 'GET', `/api/users/${me.id}/${list}`);
      await page.goto(`/profile/${me.id}/${list}`);
      await expect(page.getByRole('alert').getByText(text)).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('alert').getByText(text)).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Back to the profile' }).click();
    await expect(page).toHaveURL(/\/profile$/);
  });

  test('own followers can be removed, and come back when that fails', async ({ page, me, someone }) => {
    const [first, second] = [await someone('Ipek Yilmaz'), await someone('Kwame Boateng')];
    await first.follow(me);
    await second.follow(me);
    await page.goto(`/profile/${me.id}/followers`);
    // Toasts are list items too.
    const people = page.getByRole('main').getByRole('listitem');
    await expect(people).toHaveCount(2);
    const restore = await failing(page, 'DELETE', /remove-follower/, { status: 500, message: 'Not now.' });
    await page.getByRole('button', { name: 'Remove Ipek Yilmaz' }).click();
    await expectToast(page, 'Error', 'Failed to remove follower: Not now.');
    await expect(page.getByRole('button', { name: 'Remove Ipek Yilmaz' })).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Remove Ipek Yilmaz' }).click();
    await expectToast(page, 'Follower has been removed');
    await expect(people).toHaveCount(1);
    await page.getByRole('link', { name: /Kwame Boateng/ }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${second.id}$`));
  });

  test("another's lists have follow buttons, except on the own row", async ({ page, me, someone }) => {
    const [star, fan] = [await someone('Amara Okafor'), await someone('Diego Salazar')];
    await me.follow(star);
    await fan.follow(star);
    await page.goto(`/profile/${star.id}/followers`);
    const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await expect(row('Noor Haddad')).toBeVisible();
    await expect(row('Noor Haddad').getByRole('button')).toHaveCount(0);
    await row('Diego Salazar').getByRole('button', { name: 'Follow', exact: true }).click();
    await expectToast(page, 'You are now following this user');
    await page.goto(`/profile/${me.id}/following`);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    await row('Amara Okafor').getByRole('button', { name: 'Unfollow' }).click();
    await expectToast(page, 'You have unfollowed this user');
  });

  test('lists of polls that fail can be loaded again', async ({ page, me }) => {
    await me.ask(unique('Here?'));
    const restore = await failing(page, 'GET', '/api/users/me/polls');
    await page.goto('/profile');
    await expect(page.getByText('Failed to load polls. Please try again.')).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  test('a missing picture is replaced with the first letter', async ({ page, me }) => {
    await answering(page, 'GET', '/api/users/me', {
      id: me.id,
      name: me.name,
      username: me.username,
      profilePicture: '/uploads/gone.jpg',
      hasCompletedProfile: true,
      followersCount: 0,
      followingCount: 0,
      pollsCount: 0,
    });
    await page.goto('/profile');
    await expect(page.locator('.profile-head-root .ava')).toHaveText('N');
  });

  onEachSize(({ phone }) => {
    if (phone) {
      test('pulling the own profile down reads its list again', async ({ page, me }) => {
        await page.goto('/profile');
        const nothing = page.getByText("You haven't created any polls yet.");
        await expect(nothing).toBeVisible();
        const question = unique('From another device?');
        await me.ask(question);
        await pullDown(page, nothing);
        await expect(cardOf(page, question)).toBeVisible();
      });
    }
  });
});
