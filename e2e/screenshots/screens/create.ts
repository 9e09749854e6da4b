import type { Page } from '@playwright/test';
import type { ServerConfig } from '@inkling/contracts';
import { scenePicture } from '../../../infra/demo/pictures.mts';
import { failing } from '../../support/failures';
import { BROKEN, hold, screen, title, type Screen } from '../screen';

const opened = (page: Page) => page.getByRole('heading', { name: 'Create a poll' }).waitFor();
const option = (page: Page, number: number) => page.getByLabel(`Option ${number}`, { exact: true });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Poll' }).click();

async function fill(page: Page) {
  await opened(page);
  await page.getByLabel('Your Question').fill('What should we plant in the yard behind the house?');
  await option(page, 1).fill('An apple tree');
  await option(page, 2).fill('Tomatoes and beans');
  await page.getByRole('button', { name: 'Add Option' }).click();
  await option(page, 3).fill('Wild flowers, for the bees');
  await page.getByRole('button', { name: '1 week' }).click();
}

async function fillWithPicture(page: Page) {
  await fill(page);
  const { name, type, bytes } = await scenePicture('garden');
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer: bytes });
  await page.getByRole('button', { name: 'Remove media' }).waitFor();
}

async function fillWithPicturesOfOptions(page: Page) {
  await fill(page);
  await page.getByRole('switch', { name: 'Pictures for options' }).click();
  for (const [index, scene] of ['garden', 'mountains'].entries()) {
    const { name, type, bytes } = await scenePicture(scene);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Add a picture to option ${index + 1}` }).click();
    await (await chooser).setFiles({ name, mimeType: type, buffer: bytes });
    await page.getByLabel(`What the picture of option ${index + 1} shows`).waitFor();
  }
  await page.getByLabel('What the picture of option 1 shows').fill('Three potted plants on a ledge');
  await publish(page);
}

/** The operator limits who may ask. */
const limited = (kind: 'proved' | 'older-than') => (page: Page) =>
  page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as ServerConfig;
    const instance = { ...json.instance, whoMayAsk: { kind, days: 3 } };
    await route.fulfill({ response, json: { ...json, instance } });
  });
const GERMAN: Screen = { locale: 'de-DE', full: true, also: ['narrow'] };
const chooseGerman = (kind: RegExp) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('radio', { name: kind }).check({ force: true });
};
const noted = (page: Page) => page.getByRole('note').waitFor();

screen('create-unconfirmed', 'newcomer', '/create', { before: limited('proved'), act: noted });
screen('create-too-new', 'newcomer', '/create', { before: limited('older-than'), act: noted });
screen('create-too-new-german', 'newcomer', '/create', {
  before: limited('older-than'),
  act: noted,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('create', 'newcomer', '/create', { act: opened, full: true });
screen('create-german', 'newcomer', '/create', { act: title, locale: 'de-DE', full: true, also: ['narrow'] });
for (const kind of ['Several', 'In order', 'Quiz'])
  screen(`create-${kind.toLowerCase().replaceAll(' ', '-')}`, 'newcomer', '/create', {
    act: async (page) => {
      await fill(page);
      await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check({ force: true });
    },
    full: true,
  });
screen('create-followers', 'newcomer', '/create', {
  act: async (page) => {
    await fill(page);
    await page.getByRole('radio', { name: /^Followers/ }).check({ force: true });
  },
  full: true,
});
screen('create-followers-german', 'newcomer', '/create', { act: chooseGerman(/^Follower/), ...GERMAN });
screen('create-several-german', 'newcomer', '/create', { act: chooseGerman(/^Mehrere/), ...GERMAN });
screen('create-quiz-german', 'newcomer', '/create', { act: chooseGerman(/^Quiz/), ...GERMAN });
screen('create-filled', 'amara', '/create', { act: fillWithPicture, full: true });
screen('create-pictures', 'amara', '/create', { act: fillWithPicturesOfOptions, full: true, also: ['narrow'] });
screen('create-draft', 'newcomer', '/create', {
  act: async (page) => {
    await fillWithPicture(page);
    await page.evaluate(
      () => new Promise((resolve) => (indexedDB.deleteDatabase('inkling').onsuccess = () => resolve(undefined))),
    );
    await page.reload();
    await page.getByText('has to be chosen again').waitFor();
  },
  full: true,
});
screen('create-refused', 'newcomer', '/create', {
  act: async (page) => {
    await opened(page);
    await publish(page);
    await page.getByText('Question cannot be empty').waitFor();
  },
  full: true,
});
screen('create-day', 'newcomer', '/create', {
  act: async (page) => {
    await opened(page);
    await page.getByRole('button', { name: 'Pick a day' }).click();
    await page.getByRole('grid').waitFor();
  },
});
screen('create-crowded', 'long', '/create', {
  act: async (page) => {
    await opened(page);
    const question =
      'Which of the following arrangements of the chairs, the lamps and the one long oak table would make you stay ' +
      'longest on a rainy afternoon, if nobody else were there? ';
    await page.getByLabel('Your Question').fill(question.repeat(2).slice(0, 300));
    for (let number = 3; number <= 6; number += 1) await page.getByRole('button', { name: 'Add Option' }).click();
    for (let number = 1; number <= 6; number += 1)
      await option(page, number).fill(
        `${number}: ${'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(3)}`.slice(0, 119).trim(),
      );
  },
  full: true,
});
screen('create-sending', 'newcomer', '/create', {
  before: (page) => hold(page, 'POST', '/api/polls'),
  act: async (page) => {
    await fillWithPicture(page);
    await publish(page);
    await page.getByText('Creating Poll...').first().waitFor();
  },
  full: true,
});
screen('create-failed', 'newcomer', '/create', {
  before: (page) => failing(page, 'POST', '/api/polls', BROKEN),
  act: async (page) => {
    await fill(page);
    await publish(page);
    await page
      .getByText(/Something went wrong|Failed to create poll/)
      .first()
      .waitFor();
  },
});
screen('create-recovered', 'newcomer', '/create', {
  act: async (page) => {
    await fill(page);
    await page.reload();
    await page.getByText('We kept your draft').waitFor();
  },
});
