import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { unique } from '../support/actor';
import { cardOf, expect, expectToast, test } from '../support/journey';

const NOTE = 'You are offline. What you see may be out of date.';

/** Waits until the service worker has cached the shell and controls the page, and the feed is stored too. */
async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptIn(page)).toContain('feed');
}

/** The keys of what this browser stores from the last visit. */
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening the database too early would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'inkling')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const request = indexedDB.open('inkling');
      request.onerror = () => reject(request.error ?? new Error('no database'));
      request.onsuccess = () => {
        const keys = request.result.transaction('kept').objectStore('kept').getAllKeys();
        keys.onsuccess = () => {
          request.result.close();
          resolve(keys.result.map(String));
        };
      };
    });
  });

test.describe('without a network', () => {
  test('shell and last feed open with a note, a vote is rolled back, and all continues once online', async ({
    page,
    context,
    me,
    someone,
  }) => {
    const question = unique('Night train or early flight?');
    const author = await someone('Jonas Lindqvist');
    const pollId = await author.ask(question, ['Night train', 'Early flight']);
    await test.step('signed in, the feed is seen and a poll opened', async () => {
      await page.goto('/home');
      await expect(cardOf(page, question)).toBeVisible();
      await readyForOffline(page);
      await cardOf(page, question).getByRole('link', { name: question }).click();
      await expect(page).toHaveURL(/\/poll\/\d+$/);
      await expect.poll(() => keptIn(page)).toContain(`poll:${pollId}`);
    });

    await test.step('the network is cut: a reload shows the poll, home the last feed', async () => {
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByText(NOTE)).toBeVisible();
      await expect(cardOf(page, question)).toBeVisible();
      await page.goto('/home');
      await expect(page.getByText(NOTE)).toBeVisible();
      await expect(cardOf(page, question)).toBeVisible();
      // The user's name also comes from the last visit.
      await expect(page.getByText(`@${me.username}`).first()).toBeAttached();
    });

    await test.step('a vote is refused visibly, and nothing of it stays', async () => {
      const option = cardOf(page, question).getByRole('button', { name: 'Night train' });
      await option.click();
      await expectToast(page, 'Failed to vote', "Failed to cast your vote. We'll try to get the latest data.");
      await expect(option).toBeEnabled();
      await expect(cardOf(page, question)).toContainText('0 votes');
    });

    await test.step('pages that were never opened have their code, too', async () => {
      await page.goto('/create');
      await expect(page.getByLabel('Your Question')).toBeVisible();
      await page.goto('/home');
      await expect(cardOf(page, question)).toBeVisible();
    });

    await test.step('the network is back: the note goes, the feed is read again, the vote counts', async () => {
      const later = unique('Asked meanwhile?');
      await author.ask(later);
      await context.setOffline(false);
      await expect(page.getByText(NOTE)).toBeHidden();
      await expect(cardOf(page, later)).toBeVisible({ timeout: 15_000 });
      // Other journeys may have created polls, so it may be further down.
      await page.goto(`/poll/${pollId}`);
      await cardOf(page, question).getByRole('button', { name: 'Night train' }).click();
      await expectToast(page, 'Vote Recorded', 'Your vote has been counted!');
      await expect(cardOf(page, question)).toContainText('1 vote');
    });

    await test.step('and live counts come again', async () => {
      await author.vote(pollId, 1);
      await expect(cardOf(page, question)).toContainText('2 votes', { timeout: 25_000 });
    });
  });

  test('stored content is deleted with the session, and never shown to the next account', async ({
    page,
    context,
    me,
    someone,
  }) => {
    const question = unique('Only for the first one?');
    await (await someone('Ama Owusu')).ask(question);
    await page.goto('/home');
    await expect(cardOf(page, question)).toBeVisible();
    await readyForOffline(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => keptIn(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('inkling_kept'))).toBeNull();

    await context.setOffline(true);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await expect(cardOf(page, question)).toBeHidden();
    expect(me.id).toBeGreaterThan(0);
  });

  test('the worker caches no answer of the API', async ({ page, me }) => {
    await page.goto(`/profile/${me.id}`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const paths = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(paths).toContain('/index.html');
    expect(paths.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(50);
    expect(
      paths.filter(
        (path) => !/^\/(assets\/|icons\/|index\.html$|theme\.js$|favicon\.svg$|manifest\.webmanifest$)/.test(path),
      ),
    ).toEqual([]);
  });
});

test.describe('installed', () => {
  test('the manifest is complete, and its icons have the declared sizes', async ({ page, request }) => {
    await page.goto('/login');
    const link = page.locator('link[rel="manifest"]');
    const answer = await request.get((await link.getAttribute('href'))!);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await answer.json()) as {
      id: string;
      scope: string;
      start_url: string;
      display: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/home', display: 'standalone' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await request.get(src);
      expect(icon.headers()['content-type']).toContain(type);
      if (type !== 'image/png') continue;
      const { width, height } = await sharp(await icon.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/create', '/search', '/notifications']);
    // Chromium's own check of the manifest.
    const session = await page.context().newCDPSession(page);
    expect((await session.send('Page.getAppManifest')).errors).toEqual([]);
    expect(
      (await session.send('Page.getInstallabilityErrors')).installabilityErrors.filter(
        ({ errorId }) => errorId !== 'in-incognito',
      ),
    ).toEqual([]);
  });

  test('shared text survives the login and becomes the question of a new poll', async ({ page, context, me }) => {
    const words = 'Tea or coffee? https://news.example/1';
    await context.clearCookies();
    const shared = { title: 'Tea or coffee?', text: words, url: 'https://news.example/1' };
    await page.goto(`/create?${new URLSearchParams(shared).toString()}`);
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password', { exact: true }).fill(me.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    await expect(page.getByLabel('Your Question')).toHaveValue(words);
    await expect(page).toHaveURL(/\/create$/);
    await page.reload();
    await expect(page.getByLabel('Your Question')).toHaveValue(words);
  });

  test('a shared picture and its text arrive through the worker', async ({ page, me }) => {
    await page.goto('/home');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#80E1B4' } })
      .png()
      .toBuffer();
    // As the operating system does: it posts a form to the share target.
    await page.evaluate((base64) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/share-target',
        enctype: 'multipart/form-data',
      });
      form.innerHTML = '<input name="text"><input name="media" type="file">';
      const [text, media] = form.querySelectorAll('input');
      text!.value = 'Which shade?';
      const files = new DataTransfer();
      files.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'shade.png', { type: 'image/png' }),
      );
      media!.files = files.files;
      document.body.append(form);
      form.submit();
    }, picture.toString('base64'));
    await expect(page.getByLabel('Your Question')).toHaveValue('Which shade?');
    await expect(page.getByRole('button', { name: 'Remove media' })).toBeVisible();
    expect(me.id).toBeGreaterThan(0);
  });
});

test.describe('typed text', () => {
  test('survives as an unfinished comment, or one refused without a session', async ({
    page,
    context,
    me,
    someone,
  }) => {
    const author = await someone('Kwame Boateng');
    const pollId = await author.ask(unique('Is small beautiful?'));
    await page.goto(`/poll/${pollId}`);
    const field = page.getByLabel('Add a comment');
    await field.fill('Half a thou');
    await page.reload();
    await expect(field).toHaveValue('Half a thou');
    await field.fill('A whole thought');
    // The session ends with this request: any other that the page sends meanwhile would lead to /login first.
    await page.route('**/api/comments', async (route) => {
      await context.clearCookies();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
    await expect(page).toHaveURL(/\/login$/);
    await page.unroute('**/api/comments');
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password', { exact: true }).fill(me.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    await expect(field).toHaveValue('A whole thought');
    await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
    await expect(page.getByRole('listitem').filter({ hasText: 'A whole thought' })).toBeVisible();
    await expect(field).toHaveValue('');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('inkling_comment'))))
      .toEqual([]);
  });
});

test('single keys are shortcuts until they are switched off', async ({ page, me }) => {
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.getByRole('heading', { name: 'Settings' }).click();
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/create$/);
  expect(me.id).toBeGreaterThan(0);
});
