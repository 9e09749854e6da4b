import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { User } from '@inkling/contracts';
import { Actor, unique } from '../support/actor';
import { failing, held } from '../support/failures';
import { expect, expectToast, onOneSize, test } from '../support/journey';

const newUsername = () => unique('name').replace(' ', '_');
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Profile' }).click();

/** Chooses a picture, zooms in by two steps and applies the crop. */
async function crop(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#d05a2a' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await expect(zoom).toHaveAttribute('aria-valuetext', '1.0×');
  await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom).toHaveAttribute('aria-valuetext', '1.2×');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
}

onOneSize(() => {
  test('an unfinished profile is confined to its form, which checks what is typed', async ({ page }) => {
    await Actor.signUp(page.request);
    for (const path of ['/home', '/search', '/edit-profile', '/profile']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/create-profile$/);
    }
    await expect(page.getByRole('heading', { name: 'Create Your Profile' })).toBeVisible();
    // 'User' is a placeholder, not a name.
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
    await complete(page);
    await expect(page.getByText('Name cannot be empty', { exact: true })).toBeVisible();
    await expect(page.getByText('Username cannot be empty')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Noor Al Haddad');
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('noor_al_haddad');
    await page.getByRole('textbox', { name: 'Username' }).fill('noor haddad');
    await complete(page);
    await expect(page.getByText('Username cannot contain spaces')).toBeVisible();
  });

  test('a taken username is refused, and a different one leads to home', async ({ page, someone }) => {
    const other = await someone('Amara Okafor');
    await Actor.signUp(page.request);
    await page.goto('/create-profile');
    await page.getByLabel('Name', { exact: true }).fill('Amara Two');
    await page.getByRole('textbox', { name: 'Username' }).fill(other.username);
    await complete(page);
    await expectToast(page, 'Username already exists.', 'This username is already taken. Please try another username.');
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('aria-invalid', 'true');
    const username = newUsername();
    await page.getByRole('textbox', { name: 'Username' }).fill(username);
    await crop(page);
    await complete(page);
    await expect(page).toHaveURL(/\/home$/);
    const user = (await (await page.request.get('/api/auth/me')).json()) as User;
    expect(user).toMatchObject({ name: 'Amara Two', username, hasCompletedProfile: true });
    expect(user.profilePicture).toMatch(/^\/uploads\//);
  });

  test('a profile that cannot be created says why; a lost session leads to login', async ({ page }) => {
    await Actor.signUp(page.request);
    await page.goto('/create-profile');
    await page.getByLabel('Name', { exact: true }).fill('Jonas Lindqvist');
    await page.getByRole('textbox', { name: 'Username' }).fill(newUsername());
    const broken = await failing(page, 'POST', '/api/users/create-profile', { status: 500, message: '' });
    await complete(page);
    await expectToast(
      page,
      'Profile creation failed',
      'An error occurred while creating your profile. Please try again.',
    );
    await broken();
    const cut = await failing(page, 'POST', '/api/users/create-profile', 'cut');
    await complete(page);
    await expectToast(page, 'Connection issue');
    await cut();
    await page.request.post('/api/auth/logout-everywhere');
    await complete(page);
    await expectToast(page, 'Authentication issue', 'There was a problem with your session. Please log in again.');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('name, username and picture are changed', async ({ page, me }) => {
    await page.goto('/edit-profile');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(me.name);
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(me.username);
    const username = newUsername();
    await page.getByLabel('Name', { exact: true }).fill('Noor H.');
    await page.getByRole('textbox', { name: 'Username' }).fill(username);
    await crop(page);
    await expect(page.locator('.picture-field-root img')).toHaveAttribute('src', /^blob:/);
    const release = await held(page, 'POST', '/api/users/me/update');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    release();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Noor H.' })).toBeVisible();
    const { profilePicture } = await me.get<User>('/api/users/me');
    const picture = await sharp(await (await page.request.get(profilePicture!)).body()).metadata();
    expect(picture.width).toBe(picture.height);
  });

  test('problems of an edited profile are shown, and Cancel changes nothing', async ({ page, me, someone }) => {
    const other = await someone('Kwame Boateng');
    await page.goto('/edit-profile');
    await page.getByLabel('Name', { exact: true }).fill(' ');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Name cannot be empty', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.getByLabel('Name', { exact: true }).fill('Somebody Else');
    await page.getByRole('textbox', { name: 'Username' }).fill(other.username);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Username already exists.', 'This username is already taken. Please try another username.');
    const restore = await failing(page, 'POST', '/api/users/me/update', { status: 500, message: '' });
    await page.getByRole('textbox', { name: 'Username' }).fill(newUsername());
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Update failed', 'An error occurred while updating your profile. Please try again.');
    await restore();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { level: 1, name: me.name })).toBeVisible();
  });

  test('only a picture can be a profile picture', async ({ page, me }) => {
    await page.goto('/edit-profile');
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(me.username);
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no picture') });
    await expectToast(page, 'Error', 'Choose a JPG, PNG, GIF or WebP picture.');
    await chooser.setInputFiles({
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1'),
    });
    await expectToast(page, 'Error', 'Failed to process the image. Please try again.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a logout that fails says so, and one that works forgets the user', async ({ page, me }) => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: me.name })).toBeVisible();
    const logout = async () => {
      await page.getByRole('button', { name: 'Options', exact: true }).click();
      await page.getByRole('dialog', { name: 'Options' }).getByRole('button', { name: 'Logout' }).click();
    };
    const restore = await failing(page, 'POST', '/api/auth/logout');
    await logout();
    await expectToast(page, 'Logout failed');
    await expect(page).toHaveURL(/\/profile$/);
    await restore();
    await logout();
    await expect(page).toHaveURL(/\/login$/);
    expect(
      await page.evaluate(() => [localStorage.getItem('inkling_user'), document.cookie.includes('inkling_user_id')]),
    ).toEqual([null, false]);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login$/);
  });
});
