import { Actor, unique } from '../support/actor';
import { expect, expectToast, test } from '../support/journey';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('a new person chooses topics, follows somebody and votes, and the welcome does not come back', async ({
  page,
  someone,
}) => {
  await (await someone('Amara Okafor')).ask(unique('What belongs under a proper party jollof?'));
  // It takes a while until topics trend.
  await page.route('**/api/topics/trending', (route) => route.fulfill({ json: ['#Food', '#NightTrains', '#Books'] }));
  await Actor.signUp(page.request);
  await page.goto('/create-profile');
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByLabel('Username').fill(unique('noor').replace(' ', '_'));
  await page.getByRole('button', { name: 'Complete Profile' }).tap();

  const welcome = page.getByRole('region', { name: 'Getting started' });
  await welcome.getByRole('button', { name: '#NightTrains' }).tap();
  const saved = page.waitForResponse('**/api/users/me/topics');
  await welcome.getByRole('button', { name: 'Next' }).tap();
  expect((await saved).status()).toBe(204);

  await welcome.getByRole('button', { name: 'Follow', exact: true }).first().tap();
  await expectToast(page, 'You are now following this user');
  await page.reload();
  await expect(welcome.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible();
  await welcome.getByRole('button', { name: 'Next' }).tap();

  await welcome.getByRole('article').getByRole('button', { name: /^[^#]/ }).and(page.locator('.opt')).first().tap();
  await expect(welcome.getByText('Your vote is in. More polls are waiting below.')).toBeVisible();
  await welcome.getByRole('button', { name: 'Done' }).tap();
  await expect(welcome).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(welcome).toHaveCount(0);
});
