import type { Page } from '@playwright/test';
import { answering, failing } from '../../support/failures';
import { BROKEN, element, hold, screen, text } from '../screen';

const polls = (page: Page) =>
  page
    .getByRole('article')
    .or(page.getByRole('heading', { name: 'Nothing to show' }))
    .first()
    .waitFor();
const rows = element('.rows li');

screen('profile', 'amara', '/profile', { act: polls });
screen('profile-voted', 'amara', '/profile?tab=voted', { act: polls });
screen('profile-saved', 'amara', '/profile?tab=saved', { act: polls });
screen('profile-empty', 'newcomer', '/profile', { act: polls });
screen('profile-voted-empty', 'newcomer', '/profile?tab=voted', { act: polls });
screen('profile-saved-empty', 'newcomer', '/profile?tab=saved', { act: polls });
screen('profile-long', 'long', '/profile', { act: polls });
screen('profile-options', 'amara', '/profile', {
  act: async (page) => {
    await polls(page);
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
});
screen('profile-other', 'newcomer', '/profile/:amara', { act: polls });
screen('profile-other-followed', 'long', '/profile/:amara', { act: polls });
screen('profile-other-long', 'amara', '/profile/:long', { act: polls });
screen('profile-other-empty', 'amara', '/profile/:newcomer', {
  before: (page) =>
    answering(page, 'GET', /^\/api\/users\/\d+\/polls/, {
      polls: [],
      pagination: { page: 1, hasMore: false, nextCursor: null },
    }),
  act: polls,
});
screen('profile-waiting', 'newcomer', '/profile/:amara', {
  before: (page) => hold(page, 'GET', /^\/api\/users\/\d+/),
  act: element('#content .pulse'),
  waiting: true,
});
screen('profile-failed', 'newcomer', '/profile/:amara', {
  before: (page) => failing(page, 'GET', /^\/api\/users\/\d+$/, BROKEN),
  act: text('Error loading profile'),
});
screen('followers', 'amara', '/profile/:amara/followers', { act: rows });
screen('following', 'amara', '/profile/:amara/following', { act: rows });
screen('followers-of-other', 'newcomer', '/profile/:amara/followers', { act: rows });
screen('followers-empty', 'newcomer', '/profile/:newcomer/followers', { act: text('No followers yet') });
screen('following-empty', 'newcomer', '/profile/:newcomer/following', { act: text('Not following anyone yet') });
screen('followers-failed', 'newcomer', '/profile/:amara/followers', {
  before: (page) => failing(page, 'GET', /^\/api\/users\/\d+\/followers/, BROKEN),
  act: text('Failed to load followers'),
});
