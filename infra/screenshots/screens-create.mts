import { hold, refuse } from './answers.mts';
import { scenePicture } from '../demo/pictures.mts';
import type { Screen } from './screens.mts';
import type { Page } from 'playwright-core';

const opened = (page: Page) => page.getByRole('heading', { name: 'Create a poll' }).waitFor();
const option = (page: Page, number: number) => page.getByLabel(`Option ${number}`, { exact: true });

async function fill(page: Page) {
  await opened(page);
  await page.getByLabel('Your Question').fill('What should we plant in the yard behind the house?');
  await option(page, 1).fill('An apple tree');
  await option(page, 2).fill('Tomatoes and beans');
  await page.getByRole('button', { name: 'Add Option' }).click();
  await option(page, 3).fill('Wild flowers, for the bees');
  await page.getByRole('button', { name: '1 week' }).click();
}

async function addPicture(page: Page) {
  const { name, type, bytes } = await scenePicture('garden');
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer: bytes });
  await page.getByRole('button', { name: 'Remove media' }).waitFor();
}

/** Create, in all its states. */
export const createScreens: Screen[] = [
  { name: 'create', as: 'newcomer', path: () => '/create', full: true, act: opened },
  {
    name: 'create-german',
    as: 'newcomer',
    path: () => '/create',
    locale: 'de-DE',
    full: true,
    also: ['narrow'],
    act: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'create-filled',
    as: 'amara',
    path: () => '/create',
    full: true,
    act: async (page) => {
      await fill(page);
      await addPicture(page);
    },
  },
  {
    name: 'create-draft',
    as: 'newcomer',
    path: () => '/create',
    full: true,
    act: async (page) => {
      await fill(page);
      await addPicture(page);
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            indexedDB.deleteDatabase('inkling').onsuccess = resolve;
          }),
      );
      await page.reload();
      await page.getByText('has to be chosen again').waitFor();
    },
  },
  {
    name: 'create-refused',
    as: 'newcomer',
    path: () => '/create',
    full: true,
    act: async (page) => {
      await opened(page);
      await page.getByRole('button', { name: 'Publish Poll' }).click();
      await page.getByText('Question cannot be empty').waitFor();
    },
  },
  {
    name: 'create-day',
    as: 'newcomer',
    path: () => '/create',
    act: async (page) => {
      await opened(page);
      await page.getByRole('button', { name: 'Pick a day' }).click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'create-crowded',
    as: 'long',
    path: () => '/create',
    full: true,
    act: async (page) => {
      await opened(page);
      await page
        .getByLabel('Your Question')
        .fill(
          'Which of the following arrangements of the chairs, the lamps and the one long oak table would make you stay longest on a rainy afternoon, if nobody else were there? '
            .repeat(2)
            .slice(0, 300),
        );
      for (let number = 3; number <= 6; number += 1) await page.getByRole('button', { name: 'Add Option' }).click();
      for (let number = 1; number <= 6; number += 1)
        await option(page, number).fill(
          `${number}: ${'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(3)}`.slice(0, 119).trim(),
        );
    },
  },
  {
    name: 'create-sending',
    as: 'newcomer',
    path: () => '/create',
    full: true,
    before: (page) => hold(page, /\/api\/polls$/, 'POST'),
    act: async (page) => {
      await fill(page);
      await addPicture(page);
      await page.getByRole('button', { name: 'Publish Poll' }).click();
      await page.getByText('Creating Poll...').first().waitFor();
    },
  },
  {
    name: 'create-failed',
    as: 'newcomer',
    path: () => '/create',
    before: (page) => refuse(page, /\/api\/polls$/, { method: 'POST' }),
    act: async (page) => {
      await fill(page);
      await page.getByRole('button', { name: 'Publish Poll' }).click();
      await page
        .getByText(/Something went wrong|Failed to create poll/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'create-recovered',
    as: 'newcomer',
    path: () => '/create',
    act: async (page) => {
      await fill(page);
      await page.reload();
      await page.getByText('We kept your draft').waitFor();
    },
  },
];
