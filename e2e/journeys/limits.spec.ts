import { expectAccessible } from '../support/axe';
import { unique } from '../support/actor';
import { sql } from '../support/database';
import { expect, onOneSize, test, toastOf } from '../support/journey';

/** Uses up a person's limit until so many seconds from now, by the database's clock. */
const useUp = (userId: number, kind: string, seconds: number) =>
  sql(
    `insert into polls.person_limits (user_id, kind, used, ends_at)
     values ($1, $2, 1000000, date_trunc('milliseconds', clock_timestamp() + $3::int * interval '1 second'))
     on conflict (user_id, kind) do update set used = excluded.used, ends_at = excluded.ends_at`,
    [userId, kind, seconds],
  );

/** A limit that opens after midnight is shown with its day. */
const atNoon = () => ({ time: new Date().setHours(12, 0, 0, 0) });

onOneSize(() => {
  test('above a limit a person reads when it opens, keeps the draft, and goes on by themselves', async ({
    page,
    me,
  }) => {
    await useUp(me.id, 'polls-hour', 700);
    await page.clock.install(atNoon());
    await page.goto('/create');
    const question = unique('Too many?');
    await page.getByLabel('Your Question').fill(question);
    for (const [index, option] of ['Yes', 'No'].entries())
      await page.getByRole('textbox', { name: `Option ${index + 1}` }).fill(option);
    await page.getByRole('button', { name: 'Publish Poll' }).click();
    await expect(toastOf(page)).toContainText(/polls an hour is the limit/);
    await expect(toastOf(page)).toContainText(/Ask the next one at .+, in 12 minutes\. Your draft is kept\./);
    const closed = page.getByRole('button', { name: /^Publish at \d/ });
    await expect(closed).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'a form above its limit');
    await expect(page.getByLabel('Your Question')).toHaveValue(question);

    await useUp(me.id, 'polls-hour', 0);
    await page.clock.fastForward(700_000);
    await page.getByRole('button', { name: 'Publish Poll' }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('a comment above the limit comes back into its field, whose button says when', async ({ page, me }) => {
    const id = await me.ask(unique('Too much to say?'));
    await useUp(me.id, 'comments', 300);
    await page.clock.install(atNoon());
    await page.goto(`/poll/${id}`);
    await page.getByLabel('Add a comment').fill('One more thing');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(toastOf(page)).toContainText(/Write the next one at .+, in 5 minutes\. Your text is kept\./);
    await expect(page.getByRole('button', { name: /^From \d/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByLabel('Add a comment')).toHaveValue('One more thing');
  });
});
