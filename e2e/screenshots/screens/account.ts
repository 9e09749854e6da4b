import { people } from '../../../infra/demo/people.mts';
import { profilePicture } from '../../../infra/demo/pictures.mts';
import { failedExport, makingExport, readyExport } from '../../support/exports';
import { answering, failing } from '../../support/failures';
import { BROKEN, screen, text, title } from '../screen';

screen('create-profile', 'unfinished', '/create-profile', { act: title });
screen('create-profile-refused', 'unfinished', '/create-profile', {
  act: async (page, ids) => {
    await title(page, ids);
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByLabel('Username').fill('ines vidal');
    await page.getByRole('button', { name: 'Complete Profile' }).click();
    await page.getByText('Username cannot contain spaces').waitFor();
  },
});
screen('edit-profile', 'amara', '/edit-profile', { act: title });
screen('edit-profile-long', 'long', '/edit-profile', { act: title });
screen('edit-profile-taken', 'newcomer', '/edit-profile', {
  before: (page) =>
    failing(page, 'POST', '/api/users/me/update', {
      status: 409,
      code: 'username-taken',
      message: 'Username already taken',
    }),
  act: async (page) => {
    await page.getByLabel('Username').fill('amara.okafor');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('This username is already taken.').first().waitFor();
  },
});
screen('crop', 'newcomer', '/edit-profile', {
  act: async (page, ids) => {
    await title(page, ids);
    const { name, type, bytes } = await profilePicture(people(5)[4]!);
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer: bytes });
    await page.getByRole('dialog', { name: 'Crop your picture' }).waitFor();
    await page.locator('.reactEasyCrop_CropArea').waitFor();
  },
});
for (const [name, made, shown] of [
  ['settings-data', null, 'Ask for my data'],
  ['settings-data-making', makingExport, 'Stop'],
  ['settings-data-ready', readyExport, 'Download'],
  ['settings-data-failed', failedExport, 'Ask again'],
] as const)
  screen(name, 'amara', '/settings', {
    before: (page) => answering(page, 'GET', '/api/users/me/export', { export: made }),
    act: (page) => page.getByRole('button', { name: shown }).scrollIntoViewIfNeeded(),
  });
screen('settings', 'amara', '/settings', { act: text('This browser'), full: true });
screen('settings-german', 'newcomer', '/settings', { act: title, locale: 'de-DE', full: true });
screen('create-profile-waiting', 'unfinished', '/create-profile', {
  before: (page, { dive }) =>
    page.addInitScript(
      (vote) =>
        localStorage.setItem(
          'inkling_pending_vote',
          JSON.stringify({ ...vote, chosenAt: Date.now() - 1_000, userId: null }),
        ),
      {
        pollId: dive,
        choices: [0],
        optionText: 'Night train, I sleep anyway',
        question: 'Night train or early flight?',
      },
    ),
  act: title,
});
screen('settings-password', 'newcomer', '/settings', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').waitFor();
  },
});
screen('settings-everywhere', 'newcomer', '/settings', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').waitFor();
  },
});
screen('settings-failed', 'newcomer', '/settings', {
  before: (page) => failing(page, 'GET', /^\/api\/(auth\/sessions|notifications\/preferences)/, BROKEN),
  act: text('The list of sessions could not be loaded.'),
  full: true,
});
screen('settings-delete', 'newcomer', '/settings', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('radio', { name: /^Leave them/ }).check({ force: true });
  },
});
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const DELETION = {
  days: 7,
  pending: { polls: 'anonymous', requestedAt: daysAgo(2.2), dueAt: daysAgo(-4.8) },
};
screen('settings-deletion', 'newcomer', '/settings', {
  before: (page) => answering(page, 'GET', '/api/users/me/deletion', DELETION),
  act: (page) => page.getByRole('button', { name: 'Take it back' }).scrollIntoViewIfNeeded(),
});
screen('settings-deletion-german', 'newcomer', '/settings', {
  before: (page) => answering(page, 'GET', '/api/users/me/deletion', DELETION),
  act: (page) => page.getByRole('button', { name: 'Zurücknehmen' }).scrollIntoViewIfNeeded(),
  locale: 'de-DE',
});
screen('debug', 'amara', '/debug', { act: (page) => page.getByText('Connected', { exact: true }).waitFor() });
