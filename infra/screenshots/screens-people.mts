import type { Page } from 'playwright-core';
import { answer, hold, NO_POLLS, refuse } from './answers.mts';
import type { Screen } from './screens.mts';

const settled = (page: Page) =>
  page
    .getByRole('article')
    .or(page.getByRole('heading', { name: 'Nothing to show' }))
    .first()
    .waitFor();
const row = (page: Page) => page.locator('.rows li').first().waitFor();

/** Profiles and those who follow. */
export const peopleScreens: Screen[] = [
  { name: 'profile', as: 'amara', path: () => '/profile', act: settled },
  { name: 'profile-voted', as: 'amara', path: () => '/profile?tab=voted', act: settled },
  { name: 'profile-saved', as: 'amara', path: () => '/profile?tab=saved', act: settled },
  { name: 'profile-empty', as: 'newcomer', path: () => '/profile', act: settled },
  { name: 'profile-voted-empty', as: 'newcomer', path: () => '/profile?tab=voted', act: settled },
  { name: 'profile-saved-empty', as: 'newcomer', path: () => '/profile?tab=saved', act: settled },
  { name: 'profile-long', as: 'long', path: () => '/profile', act: settled },
  {
    name: 'profile-options',
    as: 'amara',
    path: () => '/profile',
    act: async (page) => {
      await settled(page);
      await page.getByRole('button', { name: 'Options', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'profile-other', as: 'newcomer', path: ({ people }) => `/profile/${people.amara.id}`, act: settled },
  { name: 'profile-other-followed', as: 'long', path: ({ people }) => `/profile/${people.amara.id}`, act: settled },
  { name: 'profile-other-long', as: 'amara', path: ({ people }) => `/profile/${people.long.id}`, act: settled },
  {
    name: 'profile-other-empty',
    as: 'amara',
    path: ({ people }) => `/profile/${people.newcomer.id}`,
    before: (page) => answer(page, /\/api\/users\/\d+\/polls/, NO_POLLS),
    act: settled,
  },
  {
    name: 'profile-waiting',
    as: 'newcomer',
    path: ({ people }) => `/profile/${people.amara.id}`,
    waiting: true,
    before: (page) => hold(page, /\/api\/users\/\d+/),
    act: (page) => page.locator('#content .pulse').first().waitFor(),
  },
  {
    name: 'profile-failed',
    as: 'newcomer',
    path: ({ people }) => `/profile/${people.amara.id}`,
    before: (page) => refuse(page, /\/api\/users\/\d+(\?|$)/),
    act: (page) => page.getByText('Error loading profile').waitFor(),
  },
  { name: 'followers', as: 'amara', path: ({ people }) => `/profile/${people.amara.id}/followers`, act: row },
  { name: 'following', as: 'amara', path: ({ people }) => `/profile/${people.amara.id}/following`, act: row },
  {
    name: 'followers-of-other',
    as: 'newcomer',
    path: ({ people }) => `/profile/${people.amara.id}/followers`,
    act: row,
  },
  {
    name: 'followers-empty',
    as: 'newcomer',
    path: ({ people }) => `/profile/${people.newcomer.id}/followers`,
    act: (page) => page.getByText('No followers yet').waitFor(),
  },
  {
    name: 'following-empty',
    as: 'newcomer',
    path: ({ people }) => `/profile/${people.newcomer.id}/following`,
    act: (page) => page.getByText('Not following anyone yet').waitFor(),
  },
  {
    name: 'followers-failed',
    as: 'newcomer',
    path: ({ people }) => `/profile/${people.amara.id}/followers`,
    before: (page) => refuse(page, /\/api\/users\/\d+\/followers/),
    act: (page) => page.getByText('Failed to load followers').first().waitFor(),
  },
];
