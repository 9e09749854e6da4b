import type { Page } from 'playwright-core';
import type { Screen } from './screens.mts';

const card = (page: Page) => page.getByRole('article').first().waitFor();
const withSystemShare = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: async () => undefined }));

async function openShare(page: Page) {
  await card(page);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('tab').first().waitFor();
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

/** The share sheet, and the cards that other sites show for a link. */
export const shareScreens: Screen[] = [
  { name: 'share-qr', as: 'amara', path: ({ polls }) => `/poll/${polls.dive}`, act: openShare },
  {
    name: 'share-system',
    as: 'amara',
    path: ({ polls }) => `/poll/${polls.rightToLeft}`,
    before: withSystemShare,
    act: openShare,
  },
  { name: 'share-card', as: 'amara', path: ({ polls }) => `/poll/${polls.dive}`, act: picture },
  { name: 'share-card-plain', as: 'amara', path: ({ polls }) => `/poll/${polls.fresh}`, act: picture },
  {
    name: 'share-card-failed',
    as: 'amara',
    path: ({ polls }) => `/poll/${polls.fresh}`,
    before: (page) => page.route('**/share/poll/*.png*', (route) => route.fulfill({ status: 503 })),
    act: async (page) => {
      await choose(page, 'Picture');
      await page.locator('.share-sheet-failed').waitFor();
    },
  },
  {
    name: 'share-embed',
    as: 'amara',
    path: ({ polls }) => `/poll/${polls.dive}`,
    before: withSystemShare,
    act: (page) => choose(page, 'Embed'),
  },
  {
    name: 'share-german',
    as: 'amara',
    path: ({ polls }) => `/poll/${polls.dive}`,
    locale: 'de-DE',
    before: withSystemShare,
    act: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Teilen' }).first().click();
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
    },
  },
  {
    name: 'share-published',
    as: 'newcomer',
    path: () => '/create',
    before: async (page, { polls }) => {
      // The server answers with a poll that is there already: nothing is published.
      await page.route(/\/api\/polls$/, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        const poll = await page.evaluate(
          (address) => fetch(address).then((answered) => answered.json()),
          `/api/polls/${polls.fresh}`,
        );
        return route.fulfill({ status: 201, json: poll });
      });
    },
    act: async (page) => {
      await page.getByLabel('Your Question').fill('Should a library lend tools as well as books?');
      await page.getByLabel('Option 1', { exact: true }).fill('Yes');
      await page.getByLabel('Option 2', { exact: true }).fill('No');
      await page.getByRole('button', { name: 'Publish Poll' }).click();
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
    },
  },
  { name: 'embed', as: 'visitor', path: ({ polls }) => `/embed/${polls.dive}`, bare: true, full: true },
  { name: 'embed-crowded', as: 'visitor', path: ({ polls }) => `/embed/${polls.crowded}`, bare: true, full: true },
];
