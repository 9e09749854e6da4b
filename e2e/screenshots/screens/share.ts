import type { Page } from '@playwright/test';
import { element, screen } from '../screen';

const withSystemShare = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: async () => undefined }));

const tabs = (page: Page) => page.getByRole('dialog').getByRole('tab').first().waitFor();

async function openShare(page: Page, button = 'Share') {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await tabs(page);
}

async function choose(page: Page, way: string) {
  await openShare(page);
  await page.getByRole('tab', { name: way }).click();
  await page.getByRole('tabpanel', { name: way }).waitFor();
}

const picture = async (page: Page) => {
  await choose(page, 'Picture');
  await page.locator('.share-sheet-picture:not(.pulse)').waitFor();
};

screen('share-qr', 'amara', '/poll/:dive', { act: (page) => openShare(page) });
screen('share-system', 'amara', '/poll/:rightToLeft', { before: withSystemShare, act: (page) => openShare(page) });
screen('share-card', 'amara', '/poll/:dive', { act: picture });
screen('share-card-plain', 'amara', '/poll/:fresh', { act: picture });
screen('share-card-failed', 'amara', '/poll/:fresh', {
  before: (page) => page.route('**/share/poll/*.png*', (route) => route.fulfill({ status: 503 })),
  act: async (page, ids) => {
    await choose(page, 'Picture');
    await element('.share-sheet-failed')(page, ids);
  },
});
screen('share-embed', 'amara', '/poll/:dive', { before: withSystemShare, act: (page) => choose(page, 'Embed') });
screen('share-german', 'amara', '/poll/:dive', {
  before: withSystemShare,
  act: (page) => openShare(page, 'Teilen'),
  locale: 'de-DE',
});
screen('share-published', 'newcomer', '/create', {
  // Publishes nothing: the answer is a poll that exists already.
  before: (page, { fresh }) =>
    page.route(/\/api\/polls$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const poll = await page.evaluate((url) => fetch(url).then((answer) => answer.json()), `/api/polls/${fresh}`);
      return route.fulfill({ status: 201, json: poll });
    }),
  act: async (page) => {
    await page.getByLabel('Your Question').fill('Should a library lend tools as well as books?');
    await page.getByLabel('Option 1', { exact: true }).fill('Yes');
    await page.getByLabel('Option 2', { exact: true }).fill('No');
    await page.getByRole('button', { name: 'Publish Poll' }).click();
    await tabs(page);
  },
});
screen('embed', 'visitor', '/embed/:dive', { bare: true, full: true });
screen('embed-crowded', 'visitor', '/embed/:crowded', { bare: true, full: true });
