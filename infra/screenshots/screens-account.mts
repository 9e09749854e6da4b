import { refuse } from './answers.mts';
import { profilePicture } from '../demo/pictures.mts';
import { people } from '../demo/people.mts';
import type { Screen } from './screens.mts';
import type { Page } from 'playwright-core';

const opened = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();

/** Edit profile, the first profile, settings and debug. */
export const accountScreens: Screen[] = [
  { name: 'create-profile', as: 'unfinished', path: () => '/create-profile', act: opened },
  {
    name: 'create-profile-refused',
    as: 'unfinished',
    path: () => '/create-profile',
    act: async (page) => {
      await opened(page);
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByLabel('Username').fill('ines vidal');
      await page.getByRole('button', { name: 'Complete Profile' }).click();
      await page.getByText('Username cannot contain spaces').waitFor();
    },
  },
  { name: 'edit-profile', as: 'amara', path: () => '/edit-profile', act: opened },
  { name: 'edit-profile-long', as: 'long', path: () => '/edit-profile', act: opened },
  {
    name: 'edit-profile-taken',
    as: 'newcomer',
    path: () => '/edit-profile',
    before: (page) =>
      refuse(page, '**/api/users/me/update', {
        method: 'POST',
        status: 409,
        code: 'username-taken',
        message: 'Username already taken',
      }),
    act: async (page) => {
      await page.getByLabel('Username').fill('amara.okafor');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('This username is already taken.').first().waitFor();
    },
  },
  {
    name: 'crop',
    as: 'newcomer',
    path: () => '/edit-profile',
    act: async (page) => {
      await opened(page);
      const { name, type, bytes } = await profilePicture(people(5)[4]);
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer: bytes });
      await page.getByRole('dialog', { name: 'Crop your picture' }).waitFor();
      await page.locator('.reactEasyCrop_CropArea').waitFor();
    },
  },
  {
    name: 'settings',
    as: 'amara',
    path: () => '/settings',
    full: true,
    act: (page) => page.getByText('This browser').first().waitFor(),
  },
  { name: 'settings-german', as: 'newcomer', path: () => '/settings', locale: 'de-DE', full: true, act: opened },
  {
    name: 'create-profile-waiting',
    as: 'unfinished',
    path: () => '/create-profile',
    before: (page, { polls }) =>
      page.addInitScript(
        (vote) =>
          localStorage.setItem(
            'inkling_pending_vote',
            JSON.stringify({ ...vote, chosenAt: Date.now() - 1_000, userId: null }),
          ),
        {
          pollId: polls.dive,
          option: 0,
          optionText: 'Night train, I sleep anyway',
          question: 'Night train or early flight?',
        },
      ),
    act: opened,
  },
  {
    name: 'settings-password',
    as: 'newcomer',
    path: () => '/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByLabel('Current password').waitFor();
    },
  },
  {
    name: 'settings-everywhere',
    as: 'newcomer',
    path: () => '/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings-failed',
    as: 'newcomer',
    path: () => '/settings',
    full: true,
    before: (page) => refuse(page, /\/api\/(auth\/sessions|notifications\/preferences)/),
    act: (page) => page.getByText('The list of sessions could not be loaded.').waitFor(),
  },
  {
    name: 'debug',
    as: 'amara',
    path: () => '/debug',
    act: (page) => page.getByText('Connected', { exact: true }).waitFor(),
  },
];
