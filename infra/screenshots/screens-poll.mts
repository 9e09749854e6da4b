import type { Page } from 'playwright-core';
import { answer, hold, refuse } from './answers.mts';
import type { Screen } from './screens.mts';
import type { Cast } from './cast.mts';

const at =
  (name: string) =>
  ({ polls }: Cast) =>
    `/poll/${polls[name]}`;
const card = (page: Page) => page.getByRole('article').first().waitFor();
const withComments = async (page: Page) => {
  await card(page);
  await page.getByRole('heading', { name: /^Comments/ }).waitFor();
};
const toComments = async (page: Page) => {
  await withComments(page);
  await page.locator('.comment-row-root p a').first().waitFor();
  await page
    .getByRole('heading', { name: /^Comments/ })
    .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 80));
};
const INSIGHTS = /\/insights(\?|$)/;
const NOTHING = {
  insights: '',
  sources: [],
  hasInsights: false,
  generating: false,
  generatedAt: null,
  kind: null,
  passages: [],
  nothingFound: false,
};
const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' };
const passage = (language: string, title: string, text: string) => ({
  title,
  text,
  url: `https://${language}.wikipedia.org/wiki/${encodeURIComponent(title)}`,
  license: LICENSE,
});
/** As Wikipedia has them; one runs from right to left. */
const PASSAGES = [
  passage(
    'en',
    'Pendant light',
    'A pendant light, sometimes called a drop or suspender, is a lone light fixture that hangs from the ceiling usually suspended by a cord, chain, or metal rod. Pendant lights are often used in multiples, hung in a straight line over kitchen countertops and dinette sets.',
  ),
  passage(
    'ar',
    'مصباح كهربائي',
    'المصباح الكهربائي هو أداة تحول الطاقة الكهربائية إلى ضوء، ويستخدم في إنارة البيوت والشوارع وأماكن العمل.',
  ),
  passage(
    'en',
    'Floor lamp with a title that is far longer than any article about furniture would usually have',
    'Floor lamps, or standard lamps, have tall stems that stand on the floor.',
  ),
];

async function dive(page: Page) {
  await card(page);
  await page.getByRole('button', { name: 'Deep Dive' }).first().click();
  await page.locator('.insights-panel-root').waitFor();
}

/** A poll on its own page, and the Deep Dive's states. */
export const pollScreens: Screen[] = [
  { name: 'poll', as: 'amara', path: at('dive'), also: ['tablet', 'narrow'], act: withComments },
  {
    name: 'poll-whole',
    as: 'amara',
    path: at('dive'),
    full: true,
    act: async (page) => {
      await withComments(page);
      await page.locator('.comment-row-root').first().waitFor();
    },
  },
  { name: 'poll-fresh', as: 'newcomer', path: at('fresh'), act: withComments },
  { name: 'poll-crowded', as: 'amara', path: at('crowded'), full: true, act: withComments },
  { name: 'poll-crowded-open', as: 'newcomer', path: at('crowded'), full: true, also: ['narrow'], act: withComments },
  { name: 'poll-right-to-left', as: 'amara', path: at('rightToLeft'), full: true, act: withComments },
  { name: 'poll-right-to-left-open', as: 'newcomer', path: at('rightToLeft'), act: withComments },
  { name: 'poll-japanese', as: 'amara', path: at('japanese'), act: withComments },
  { name: 'poll-japanese-open', as: 'newcomer', path: at('japanese'), act: withComments },
  {
    name: 'poll-tied',
    as: 'amara',
    path: at('tied'),
    before: (page, cast) => givenAs(page, cast.polls.tied, tied),
    act: withComments,
  },
  {
    name: 'poll-many',
    as: 'amara',
    path: at('dive'),
    before: (page, cast) => givenAs(page, cast.polls.dive, popular),
    also: ['narrow'],
    act: withComments,
  },
  { name: 'poll-german', as: 'amara', path: at('dive'), locale: 'de-DE', full: true, also: ['narrow'], act: card },
  { name: 'poll-mentions', as: 'amara', path: at('dive'), act: toComments },
  { name: 'confirm-email', as: 'newcomer', path: at('fresh'), before: unconfirmed, act: voteRefused },
  {
    name: 'confirm-email-german',
    as: 'newcomer',
    path: at('fresh'),
    locale: 'de-DE',
    also: ['narrow'],
    before: unconfirmed,
    act: voteRefused,
  },
  {
    name: 'toast-vote',
    as: 'newcomer',
    path: at('fresh'),
    before: (page, cast) => voteTaken(page, cast.polls.fresh),
    act: async (page) => {
      await withComments(page);
      await page.locator('.opt').first().click();
      await page.getByText('Vote Recorded').first().waitFor();
    },
  },
  { name: 'poll-ended', as: 'amara', path: at('ended'), aged: true, act: withComments },
  { name: 'poll-ended-crowded', as: 'long', path: at('crowded'), before: endingNow, act: withComments },
  {
    name: 'poll-clip',
    as: 'newcomer',
    path: at('clip'),
    act: async (page) => {
      await card(page);
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    },
  },
  { name: 'poll-tall', as: 'newcomer', path: at('tall'), full: true, act: withComments },
  {
    name: 'poll-picture-open',
    as: 'newcomer',
    path: at('tall'),
    act: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Open picture' }).first().click();
      await page.getByRole('dialog', { name: 'Picture' }).getByRole('img').waitFor();
    },
  },
  {
    name: 'poll-waiting',
    as: 'newcomer',
    path: at('dive'),
    waiting: true,
    before: (page, { polls }) => hold(page, new RegExp(`/api/polls/${polls.dive}(\\?|$)`)),
    act: (page) => page.locator('#content :is(.pulse, .spinner)').first().waitFor(),
  },
  {
    name: 'poll-not-found',
    as: 'newcomer',
    path: () => '/poll/999999999',
    act: (page) => page.getByRole('heading', { name: 'Poll not found' }).waitFor(),
  },
  {
    name: 'poll-comments-failed',
    as: 'newcomer',
    path: at('fresh'),
    before: (page) => refuse(page, /\/comments(\?|$)/),
    act: (page) => page.getByText('Failed to load comments. Please try again.').first().waitFor(),
  },
  {
    name: 'poll-comment-long',
    as: 'newcomer',
    path: at('fresh'),
    act: async (page) => {
      await withComments(page);
      await page.getByLabel('Add a comment').fill('All of the lamps above the table, please. '.repeat(26));
      await page.getByText('too long').first().waitFor();
    },
  },
  {
    name: 'poll-menu',
    as: 'amara',
    path: at('ended'),
    act: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Poll options' }).click();
    },
  },
  {
    name: 'poll-delete',
    as: 'long',
    path: at('crowded'),
    act: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Poll options' }).click();
      await page.getByRole('menuitem', { name: 'Delete Poll' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'dive',
    as: 'amara',
    path: at('dive'),
    full: true,
    act: async (page) => {
      await dive(page);
      await page.locator('.source').first().waitFor();
    },
  },
  { name: 'dive-none', as: 'newcomer', path: at('fresh'), act: dive },
  {
    name: 'dive-generating',
    as: 'newcomer',
    path: at('fresh'),
    before: (page) => answer(page, INSIGHTS, { ...NOTHING, generating: true }),
    act: dive,
  },
  {
    name: 'dive-passages',
    as: 'newcomer',
    path: at('fresh'),
    full: true,
    before: (page) => answer(page, INSIGHTS, { ...NOTHING, hasInsights: true, kind: 'passages', passages: PASSAGES }),
    act: async (page) => {
      await dive(page);
      await page.locator('.insights-panel-passages').waitFor();
    },
  },
  { name: 'dive-passages-none', as: 'newcomer', path: at('fresh'), before: offerPassages, act: dive },
  {
    name: 'dive-nothing',
    as: 'newcomer',
    path: at('fresh'),
    before: async (page) => {
      await offerPassages(page);
      await answer(page, INSIGHTS, { ...NOTHING, nothingFound: true });
    },
    act: async (page) => {
      await dive(page);
      await page.getByText('No article fits').waitFor();
    },
  },
  {
    name: 'dive-waiting',
    as: 'newcomer',
    path: at('fresh'),
    waiting: true,
    before: (page) => hold(page, INSIGHTS),
    act: dive,
  },
  {
    name: 'dive-failed',
    as: 'newcomer',
    path: at('fresh'),
    before: (page) => refuse(page, INSIGHTS, { status: 503, code: 'insights-unavailable' }),
    act: async (page) => {
      await dive(page);
      await page.getByText('Failed to load insights').first().waitFor();
    },
  },
];

/** The server gives the poll as over. */
async function endingNow(page: Page, { polls }: Cast) {
  await page.route(new RegExp(`/api/polls/${polls.crowded}(\\?|$)`), async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: {
        ...(await response.json()),
        endDate: new Date(Date.now() - 3_600_000).toISOString(),
        resultsVisible: true,
      },
    });
  });
}

/** The server gives a poll with other numbers. */
async function givenAs(page: Page, id: number, change: (poll: PollText) => object) {
  await page.route(new RegExp(`/api/polls/${id}(\\?|$)`), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** What is changed of a poll as the API gives it. */
interface PollText {
  version: number;
  options: object[];
}

const counted = (poll: PollText, votes: number[], more: object = {}) => ({
  ...poll,
  // Newer than the live counts, which would put the true ones in their place.
  version: poll.version + 1_000_000,
  resultsVisible: true,
  userVote: 0,
  options: poll.options.map((option, index) => ({ ...option, votes: votes[index] ?? 0 })),
  votesCount: votes.reduce((sum, count) => sum + count, 0),
  ...more,
});
const tied = (poll: PollText) => counted(poll, [12, 12, 0]);
const popular = (poll: PollText) =>
  counted(poll, [1_284_530, 1_284_529, 312], { likesCount: 128_412, commentsCount: 23_904 });

/** Votes count only once the address is confirmed. */
function unconfirmed(page: Page) {
  return refuse(page, /\/api\/votes$/, {
    method: 'POST',
    status: 403,
    code: 'email-unverified',
    message: 'Please confirm your email address first.',
  });
}

async function voteRefused(page: Page) {
  await card(page);
  await page.locator('.opt').first().click();
  await page.getByRole('dialog').waitFor();
}

/** The server takes the vote, and keeps nothing. */
const voteTaken = (page: Page, id: number) =>
  page.route(/\/api\/votes$/, async (route) => {
    const poll = await page.evaluate(
      (address: string) => fetch(address).then((answered) => answered.json()),
      `/api/polls/${id}`,
    );
    await route.fulfill({ json: counted(poll, [1]) });
  });

/** The server quotes Wikipedia. */
async function offerPassages(page: Page) {
  await page.route(/\/api\/config(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), insightsKind: 'passages' } });
  });
}
