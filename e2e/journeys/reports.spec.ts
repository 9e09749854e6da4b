import { unique } from '../support/actor';
import { sql } from '../support/database';
import { expect, expectToast, onOneSize, test } from '../support/journey';

onOneSize(() => {
  test('a report ticks a rule of the instance, and is made once', async ({ page, me, someone }) => {
    const bruno = await someone('Bruno Keller');
    expect(me.id).not.toBe(bruno.id);
    const pollId = await bruno.ask(unique('Whose phone number should I post?'));
    await page.goto(`/poll/${pollId}`);
    const menu = page.getByRole('button', { name: 'More about this poll' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Report poll' }).click();
    const sheet = page.getByRole('dialog', { name: 'What is wrong with this poll?' });
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect(sheet.getByRole('alert')).toHaveText('Tick a rule, or “Something else”.');
    await sheet.getByRole('radio').first().check();
    await sheet.getByLabel(/^In your words/).fill('The second option is a real number.');
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expectToast(page, 'Reported. Thank you');
    await expect(sheet).toHaveCount(0);
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Poll reported' })).toBeVisible();
    const words = 'The second option is a real number.';
    expect(await sql('select from community.reports where words = $1', [words])).toBe(1);
  });

  test('a sensitive picture is not requested before Show', async ({ page, me, someone }) => {
    const bruno = await someone('Bruno Keller');
    expect(me.id).not.toBe(bruno.id);
    const pollId = await bruno.ask(unique('Would you hang this in the hall?'));
    const media = '/uploads/0123456789abcdef0123456789abcdef.webp';
    const requested: string[] = [];
    await page.route(`**${media}*`, async (route) => {
      requested.push(route.request().url());
      await route.abort();
    });
    await page.route(`**/api/polls/${pollId}*`, async (route) => {
      const answer = await route.fetch();
      const mediaInfo = { kind: 'image', width: 800, height: 600, thumbhash: null, duration: null, alt: 'A tram' };
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), media, mediaInfo, sensitive: 'medical' },
      });
    });
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('Marked by the moderators: medical')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
    expect(requested).toEqual([]);
    await page.getByRole('button', { name: 'Show the sensitive picture' }).click();
    await expect.poll(() => requested.length).toBeGreaterThan(0);
  });
});
