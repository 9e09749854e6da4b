import { unique } from '../support/actor';
import { expect, onOneSize, test } from '../support/journey';

onOneSize(() => {
  test('the author of a poll deletes a comment of somebody else, and switches comments off', async ({
    page,
    me,
    someone,
  }) => {
    const bruno = await someone('Bruno Keller');
    const pollId = await me.ask(unique('Window or aisle?'));
    await bruno.comment(pollId, 'Neither, thank you.');
    await page.goto(`/poll/${pollId}`);
    const menu = page.getByRole('button', { name: 'More about the comment by Bruno Keller' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete comment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
    await expect(page.getByText('Neither, thank you.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Poll options' }).click();
    await page.getByRole('menuitem', { name: 'Switch comments off' }).click();
    await expect(page.getByText('You have switched comments off. What is here stays.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveCount(0);
  });
});
