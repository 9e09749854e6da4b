import { unique } from '../support/actor';
import { cardOf, closeShareSheet, expect, expectToast, onOneSize, test } from '../support/journey';

onOneSize(() => {
  test('a poll for followers: its author chooses, a stranger follows and votes, and loses it with the follow', async ({
    page,
    me,
    someone,
  }) => {
    const author = await someone('Kwame Boateng');
    const question = unique('Who brings the tent?');
    await test.step('the form keeps the choice, and the card says it', async () => {
      await page.goto('/create');
      await page.getByLabel('Your Question').fill(question);
      await page.getByRole('textbox', { name: 'Option 1' }).fill('I do');
      await page.getByRole('textbox', { name: 'Option 2' }).fill('You do');
      const followers = page.getByRole('radio', { name: /^Followers/ });
      await followers.check({ force: true });
      await page.reload();
      await expect(followers).toBeChecked();
      await page.getByRole('button', { name: 'Publish Poll' }).click();
      await expectToast(page, 'Poll Created');
      await closeShareSheet(page);
      await expect(cardOf(page, question).getByText('Followers', { exact: true })).toBeVisible();
      expect(me.id).not.toBe(author.id);
    });

    const other = unique('And who cooks?');
    const id = await author.ask(other, ['Ada', 'Bo'], { visibility: 'followers' });
    await test.step('a stranger is told that it exists, and sees it after following', async () => {
      await page.goto(`/poll/${id}`);
      await expect(page.getByRole('heading', { name: 'This poll is for followers of Kwame Boateng' })).toBeVisible();
      expect(await page.content()).not.toContain(other);
      await page.getByRole('button', { name: 'Follow', exact: true }).click();
      const card = cardOf(page, other);
      await card.getByRole('button', { name: 'Bo', exact: true }).click();
      await expect(card.getByRole('list').first()).toMatchAriaSnapshot(`
        - list:
          - listitem: /Bo ?, 100%, 1 vote, your vote/
      `);
    });

    await test.step('the open page closes when the follow ends elsewhere', async () => {
      const answer = await page.request.delete(`/api/follows/${author.id}`);
      expect(answer.status()).toBe(200);
      await expect(page.getByRole('heading', { name: 'This poll is for followers of Kwame Boateng' })).toBeVisible();
      await expect(cardOf(page, other)).toHaveCount(0);
    });
  });
});
