import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe';
import { unique } from '../support/actor';
import { stopClock } from '../support/clock';
import { failing, held } from '../support/failures';
import { cardOf, closeShareSheet, expect, expectToast, onEachSize, onOneSize, test } from '../support/journey';

/** A real picture, 320 x 200. */
const picture = async () => ({
  name: 'harbour.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: '#3a7bd5' } })
    .png()
    .toBuffer(),
});

async function write(page: Page, question: string, options: readonly string[] = ['Yes', 'No']): Promise<void> {
  await page.getByLabel('Your Question').fill(question);
  for (const [index, option] of options.entries())
    await page.getByRole('textbox', { name: `Option ${index + 1}` }).fill(option);
}
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Poll' }).click();

onOneSize(() => {
  // Signs the browser in before every journey of this file.
  test.beforeEach(({ me }) => void me);

  test('a poll with picture, description and end is published at the top', async ({ page, me }) => {
    const question = unique('Shall we sail?');
    await page.goto('/create');
    await write(page, question);
    await page.getByRole('button', { name: '1 week' }).click();
    await expect(page.getByText('Supported formats: JPG, PNG, GIF, MP4, WebM (max 25MB)')).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(await picture());
    await expect(page.getByRole('button', { name: 'Remove media' })).toBeVisible();
    await page.getByLabel('Description for people who cannot see it').fill('A blue harbour');
    const release = await held(page, 'POST', '/api/polls');
    await publish(page);
    await expect(page.getByRole('button', { name: 'Creating Poll...' })).toBeDisabled();
    await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
    release();
    await expectToast(page, 'Poll Created', 'Your poll has been published successfully!');
    await expect(page).toHaveURL(/\/home$/);
    await closeShareSheet(page);
    const card = cardOf(page, question);
    await expect(card).toBeVisible();
    // Polls above it are newer, by other journeys, or recommended.
    const links = await page
      .getByRole('article')
      .filter({ hasNot: page.locator('.recommendation-chip-chip') })
      .getByRole('heading', { level: 2 })
      .getByRole('link')
      .all();
    const ids = await Promise.all(
      links.map(async (link) => Number((await link.getAttribute('href'))?.split('/').at(-1))),
    );
    const { polls } = await me.get<{ polls: { id: number }[] }>('/api/users/me/polls');
    expect(ids).toContain(polls[0]!.id);
    expect(ids.slice(0, ids.indexOf(polls[0]!.id)).filter((id) => id < polls[0]!.id)).toEqual([]);
    await expect(card).toContainText(/[67] days left/);
    const image = card.getByRole('img', { name: 'A blue harbour' });
    await expect(image).toHaveAttribute('src', /^\/uploads\//);
    await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(320);
    expect(polls).toHaveLength(1);

    // The picture opens over the feed, and going back closes it there.
    await card.getByRole('button', { name: 'Open picture' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Picture' }).getByRole('img', { name: 'A blue harbour' }),
    ).toBeVisible();
    await expectAccessible(page, 'a picture over the page');
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'Picture' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/home$/);
    await expect(card).toBeInViewport();
  });

  test('a poll still being sent when its page is left is published, exactly once', async ({ page, me }) => {
    const question = unique('Gone already?');
    await page.goto('/create');
    await write(page, question);
    const release = await held(page, 'POST', '/api/polls');
    await publish(page);
    await expect(page.getByRole('button', { name: 'Creating Poll...' })).toBeDisabled();
    const at = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).filter({ visible: true });
    const leave = async () => {
      await at('Search').click();
      await expect(page).toHaveURL(/\/search$/);
      // The address changes first; the form stays until the code of the other page is there.
      await expect(page.getByLabel('Your Question')).toHaveCount(0);
    };
    await leave();
    await at('Create').click();
    await expect(page.getByLabel('Your Question')).toHaveValue('');
    await leave();
    release();
    await expectToast(page, 'Poll Created', 'Your poll has been published successfully!');
    await expect(page).toHaveURL(/\/search$/);
    await at('Create').click();
    await expect(page.getByLabel('Your Question')).toHaveValue('');
    await expect(page.getByText('We kept your draft')).toHaveCount(0);
    expect((await me.get<{ polls: unknown[] }>('/api/users/me/polls')).polls).toHaveLength(1);
  });

  test('two to six options: the counter, Add Option and the remove buttons', async ({ page }) => {
    await page.goto('/create');
    const options = page.getByRole('group', { name: 'Poll Options' });
    await expect(options).toContainText('2/6');
    await expect(options.getByRole('button', { name: 'Remove option 1' })).toBeDisabled();
    for (let count = 3; count <= 6; count++) await options.getByRole('button', { name: 'Add Option' }).click();
    await expect(options).toContainText('6/6');
    await expect(options.getByRole('button', { name: 'Add Option' })).toBeDisabled();
    await expect(options.getByRole('textbox', { name: 'Option 6' })).toBeFocused();
    await options.getByRole('button', { name: 'Remove option 6' }).click();
    await expect(options).toContainText('5/6');
  });

  test('a missing value is reported at its field, and nothing is sent', async ({ page }) => {
    await page.goto('/create');
    await publish(page);
    await expect(page.getByText('Question cannot be empty')).toBeVisible();
    await expect(page.getByText('Option cannot be empty')).toHaveCount(2);
    await expect(page.getByLabel('Your Question')).toBeFocused();
    await write(page, 'Twice the same?', ['Yes', 'yes']);
    await publish(page);
    await expect(page.getByText('Options must differ from one another')).toBeVisible();
    await expect(page).toHaveURL(/\/create$/);
  });

  test('the earliest end is tomorrow, chosen from a calendar', async ({ page }) => {
    await stopClock(page, new Date(2026, 10, 10, 12).getTime());
    await page.goto('/create');
    await page.getByRole('button', { name: 'Pick a day' }).click();
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('button', { name: /November 10|10 November/ })).toBeDisabled();
    await grid.getByRole('button', { name: /November 11|11 November/ }).click();
    await expect(page.getByRole('button', { name: 'Wed, Nov 11' })).toBeVisible();
    await expect(page.getByText('Open until the end of that day.')).toBeVisible();
  });

  test('a draft survives leaving and reloading, until it is discarded', async ({ page }) => {
    await page.goto('/create');
    await write(page, 'Half a question', ['One', '']);
    await page.goto('/home');
    await page.goto('/create');
    await expect(page.getByText(/^We kept your draft from .+\.$/)).toBeVisible();
    await expect(page.getByLabel('Your Question')).toHaveValue('Half a question');
    await expect(page.getByRole('textbox', { name: 'Option 1' })).toHaveValue('One');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Your Question')).toHaveValue('');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Create a poll' })).toBeVisible();
    await expect(page.getByText(/^We kept your draft/)).toHaveCount(0);
  });

  test('a file that is too large or of another kind is refused before it is sent', async ({ page }) => {
    await page.goto('/create');
    const chooser = page.locator('input[type=file]');
    // The driver cannot pass a file this large, so the page creates it.
    await chooser.evaluate((input: HTMLInputElement) => {
      const files = new DataTransfer();
      const start = new TextEncoder().encode('\0\0\0\x20ftypisom');
      files.items.add(new File([start, new Uint8Array(25 * 1024 * 1024)], 'long.mp4', { type: 'video/mp4' }));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(page.getByText('This file is larger than 25MB. Please choose a smaller one.')).toBeVisible();
    await chooser.setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') });
    await expect(
      page.getByText('This file cannot be added. Supported formats: JPG, PNG, GIF, MP4, WebM.'),
    ).toBeVisible();
  });

  test('a file that only looks like a picture is refused by the server, and the draft stays', async ({ page }) => {
    const question = unique('What is in it?');
    await page.goto('/create');
    await write(page, question);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a<html>no picture</html>') });
    await publish(page);
    await expectToast(page, 'Error');
    await expect(page.getByRole('group', { name: 'Add Media (Optional)' }).getByRole('alert')).not.toBeEmpty();
    await expect(page.getByLabel('Your Question')).toHaveValue(question);
    await page.getByRole('button', { name: 'Remove media' }).click();
    await publish(page);
    await expectToast(page, 'Poll Created');
  });

  test('a 413 is shown at its field, in the server’s words', async ({ page }) => {
    await page.goto('/create');
    await write(page, unique('Too much?'));
    await page.locator('input[type=file]').setInputFiles(await picture());
    await failing(page, 'POST', '/api/polls', {
      status: 413,
      code: 'too-large',
      message: 'Media can have at most 25 MB.',
    });
    await publish(page);
    await expectToast(page, 'Error');
    await expect(page.getByRole('group', { name: 'Add Media (Optional)' }).getByRole('alert')).not.toBeEmpty();
  });

  test('a poll that cannot be published stays in the form', async ({ page }) => {
    const question = unique('Second try?');
    await page.goto('/create');
    await write(page, question);
    const restore = await failing(page, 'POST', '/api/polls', { status: 500, message: '' });
    await publish(page);
    await expectToast(page, 'Error', 'Failed to create poll. Please try again.');
    await restore();
    await publish(page);
    await expectToast(page, 'Poll Created');
    await closeShareSheet(page);
    await expect(cardOf(page, question)).toBeVisible();
  });

  onEachSize(({ phone }) => {
    if (!phone) {
      test('the preview shows the card as it will be', async ({ page, me }) => {
        await page.goto('/create');
        const preview = page.getByRole('complementary', { name: 'Preview' });
        await expect(preview).toContainText('Your question');
        await write(page, 'Beach or mountains?', ['Beach', 'Mountains']);
        await expect(preview).toContainText('Beach or mountains?');
        await expect(preview.getByRole('listitem').filter({ hasText: 'Mountains' })).toBeVisible();
        await expect(preview).toContainText(`@${me.username}`);
        await page.locator('input[type=file]').setInputFiles(await picture());
        await expect(preview.locator('img[src^="blob:"]')).toBeVisible();
      });
    }
  });
});
