import { unique } from '../support/actor';
import { cardOf, expect, expectToast, onOneSize, test } from '../support/journey';

onOneSize(() => {
  test('somebody is blocked from the menu of a comment, neither sees the other, and the settings take it back', async ({
    page,
    me,
    someone,
  }) => {
    const bruno = await someone('Bruno Keller');
    const pollId = await me.ask(unique('Window or aisle?'));
    await bruno.comment(pollId, 'Neither, thank you.');
    await page.goto(`/poll/${pollId}`);
    await page.getByRole('button', { name: 'More about the comment by Bruno Keller' }).click();
    await page.getByRole('menuitem', { name: `Block @${bruno.username}` }).click();
    const sheet = page.getByRole('alertdialog', { name: 'Block Bruno Keller?' });
    await expect(sheet.getByRole('listitem')).toHaveText([
      'Neither of you sees the other: polls, comments, profile, search, trending.',
      'You stop following each other. Votes already counted stay counted.',
      'Bruno Keller is not told.',
    ]);
    await sheet.getByRole('button', { name: 'Block', exact: true }).click();
    await expectToast(page, 'Bruno Keller is blocked');
    await expect(page.getByText('Neither, thank you.')).toHaveCount(0);

    await page.goto(`/profile/${bruno.id}`);
    await expect(page.getByText('You have blocked Bruno Keller')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();

    await page.goto('/settings');
    await page.getByRole('button', { name: `Unblock @${bruno.username}` }).click();
    await expectToast(page, 'Bruno Keller is no longer blocked');
    await expect(page.getByText('You have blocked nobody.')).toBeVisible();
    await page.goto(`/poll/${pollId}`);
    await expect(page.getByText('Neither, thank you.')).toBeVisible();
  });

  test('a mute takes a poll out of the feed, Undo brings it back, and words can be muted', async ({
    page,
    me,
    someone,
  }) => {
    const bruno = await someone('Bruno Keller');
    expect(me.id).not.toBe(bruno.id);
    const question = unique('Sea or mountains?');
    await bruno.ask(question);
    await page.goto('/home');
    await cardOf(page, question).getByRole('button', { name: 'More about this poll' }).click();
    await page.getByRole('menuitem', { name: `Mute @${bruno.username}` }).click();
    await expect(cardOf(page, question)).toHaveCount(0);
    await expectToast(page, 'Bruno Keller is muted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cardOf(page, question)).toBeVisible();
    await expectToast(page, 'Bruno Keller is no longer muted');

    await page.goto('/settings');
    await page.getByRole('tab', { name: 'Words' }).click();
    await page.getByLabel('Add a word').fill('Finale');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove Finale' })).toBeVisible();
  });
});
