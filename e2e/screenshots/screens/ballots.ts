import type { Page } from '@playwright/test';
import { answering } from '../../support/failures';
import { hold, screen, text, type Screen } from '../screen';

/** Waits for the line on how to vote, which comes with the code for ballots. */
const openBallot = (page: Page) => page.locator('article .how-to-vote-how').first().waitFor();
const results = (page: Page) => page.getByRole('article').getByRole('list').first().waitFor();
const option = (page: Page, name: string) => page.locator('article .opt').filter({ hasText: name }).first().click();
const menuItem = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: /^(More about this poll|Poll options)$/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('alertdialog').waitFor();
};
const GERMAN: Pick<Screen, 'locale' | 'also'> = { locale: 'de-DE', also: ['narrow'] };

screen('ballot-multiple', 'newcomer', '/poll/:several', { act: openBallot, also: ['narrow'] });
screen('ballot-multiple-german', 'newcomer', '/poll/:several', { ...GERMAN, act: openBallot });
screen('ballot-multiple-chosen', 'newcomer', '/poll/:several', {
  act: async (page) => {
    await openBallot(page);
    for (const name of ['Bread and cheese', 'A guitar', 'Cards for the rain']) await option(page, name);
    await page.getByText('All 3 used').waitFor();
  },
});
screen('ballot-multiple-voted', 'amara', '/poll/:several', { act: results });
screen('ballot-multiple-voted-german', 'amara', '/poll/:several', { ...GERMAN, act: results });

screen('ballot-ranked', 'newcomer', '/poll/:ranked', { act: openBallot });
screen('ballot-ranked-chosen', 'newcomer', '/poll/:ranked', { act: rank, also: ['narrow'] });
screen('ballot-ranked-german', 'newcomer', '/poll/:ranked', { ...GERMAN, act: rank });
screen('ballot-ranked-voted', 'amara', '/poll/:ranked', { act: results });
screen('ballot-run-off', 'amara', '/poll/:runOff', { act: results, full: true });
screen('ballot-run-off-german', 'amara', '/poll/:runOff', { ...GERMAN, act: results, full: true });
screen('ballot-run-off-table', 'amara', '/poll/:runOff', {
  act: async (page) => {
    await page.getByRole('group', { name: 'Show the run-off as' }).getByText('Table').click();
    await page.getByRole('table').waitFor();
  },
  full: true,
  also: ['narrow'],
});

screen('ballot-quiz', 'newcomer', '/poll/:quiz', { act: openBallot });
screen('ballot-quiz-wrong', 'amara', '/poll/:quiz', { act: text('Not this time') });
screen('ballot-quiz-wrong-german', 'amara', '/poll/:quiz', { ...GERMAN, act: results });
screen('ballot-pictures', 'newcomer', '/poll/:pictured', {
  act: (page) => page.getByRole('img', { name: 'Waves under a low sun.' }).waitFor(),
  also: ['narrow'],
});
screen('ballot-pictures-voted', 'amara', '/poll/:pictured', { act: results, also: ['narrow'] });
screen('ballot-sealed', 'newcomer', '/poll/:sealed', { act: openBallot });
screen('ballot-sealed-voted', 'amara', '/poll/:sealed', { act: results });
screen('ballot-sealed-voted-german', 'amara', '/poll/:sealed', { ...GERMAN, act: results });
screen('ballot-keep-sheet', 'newcomer', '/poll/:sealed', { act: keepSheet });
screen('ballot-keep-sheet-german', 'newcomer', '/poll/:sealed', { ...GERMAN, act: keepSheet });

const door = (page: Page) => page.getByRole('button', { name: /^(Follow|Folgen)$/ }).waitFor();
screen('ballot-followers-only', 'newcomer', '/poll/:forFollowers', { act: door });
screen('ballot-followers-only-german', 'newcomer', '/poll/:forFollowers', { ...GERMAN, act: door });
screen('ballot-followers', 'amara', '/poll/:forFollowers', {
  act: (page) => page.getByRole('article').getByText('Followers', { exact: true }).waitFor(),
});

screen('ballot-take-back', 'newcomer', '/poll/:quiz', {
  before: async (page) => {
    await page.addInitScript(() => localStorage.setItem('inkling_take_back', 'on'));
    await hold(page, 'POST', '/api/votes');
  },
  act: async (page) => {
    await openBallot(page);
    await option(page, 'Eight');
    await page.getByText('Take it back').first().waitFor();
  },
});
screen('ballot-abstain', 'newcomer', '/poll/:fresh', { act: menuItem(/^See results without voting/) });
screen('ballot-abstain-german', 'newcomer', '/poll/:fresh', {
  ...GERMAN,
  act: async (page) => {
    await page.getByRole('button', { name: 'Mehr zu dieser Umfrage' }).click();
    await page.getByRole('menuitem', { name: /ohne/ }).click();
    await page.getByRole('alertdialog').waitFor();
  },
});
const reminder = async (page: Page) => {
  await page.getByRole('button', { name: /^(More about this poll|Mehr zu dieser Umfrage)$/ }).click();
  await page.getByRole('menuitem', { name: /^(Tell me|Sag mir)/ }).waitFor();
};
screen('ballot-reminder', 'newcomer', '/poll/:fresh', { act: reminder });
screen('ballot-reminder-german', 'newcomer', '/poll/:fresh', { ...GERMAN, act: reminder });
screen('ballot-end-now', 'long', '/poll/:crowded', { act: menuItem(/^End now/) });

/** Demo votes are cast within seconds, so a curve comes from an answer in the server's place. */
const curve = (page: Page) => {
  const votes = [0, 6, 31, 118, 240, 262, 268, 290, 371, 455, 498, 512, 519, 533];
  const points = votes.map((count, hour) => ({
    at: new Date(Date.UTC(2026, 10, 20, 8 + hour)).toISOString(),
    votes: count,
  }));
  const fields = { pollId: 1, ended: false, sealed: false, votesCount: 533, abstentionsCount: 12 };
  const views = { page: 310, feed: 4_285 };
  const commenters = { people: 38, least: 0, most: 8 };
  return answering(page, 'GET', /\/statistics$/, { ...fields, totals: { step: 'hour', points }, views, commenters });
};
const statistics = async (page: Page) => {
  await page.getByRole('button', { name: /^(Poll options|Optionen der Umfrage)$/ }).click();
  await page.getByRole('menuitem', { name: /^Statisti/ }).click();
  await page.getByRole('dialog').getByRole('region').first().waitFor();
};
screen('ballot-statistics', 'amara', '/poll/:ended', { before: curve, act: statistics, also: ['narrow'] });
screen('ballot-statistics-german', 'amara', '/poll/:ended', { ...GERMAN, before: curve, act: statistics });
screen('ballot-statistics-few', 'amara', '/poll/:ended', { act: statistics });
screen('ballot-author-menu', 'amara', '/poll/:ended', {
  act: (page) => page.getByRole('button', { name: 'Poll options' }).click(),
});

async function rank(page: Page) {
  await openBallot(page);
  await option(page, 'Kyoto');
  await option(page, 'Accra');
  await page.getByText(/^2 (ranked|gereiht)/).waitFor();
}

async function keepSheet(page: Page) {
  await page.getByRole('button', { name: /^(Sealed|Versiegelt)$/ }).click();
  await page.getByRole('dialog').waitFor();
}
