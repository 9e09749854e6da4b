import type { Page } from '@playwright/test';
import type { Poll } from '@inkling/contracts';
import { answering, changing, failing, offeringDeepDive } from '../../support/failures';
import { BROKEN, card, element, hold, screen, text } from '../screen';

const comments = (page: Page) => page.getByRole('heading', { name: /^Comments/ });
const loaded = async (page: Page) => {
  await page.getByRole('article').first().waitFor();
  await comments(page).waitFor();
};

screen('poll', 'amara', '/poll/:dive', { act: loaded, also: ['tablet', 'narrow'] });
screen('poll-whole', 'amara', '/poll/:dive', {
  act: async (page, ids) => {
    await loaded(page);
    await element('.comment-row-root')(page, ids);
  },
  full: true,
});
screen('poll-fresh', 'newcomer', '/poll/:fresh', { act: loaded });
screen('poll-crowded', 'amara', '/poll/:crowded', { act: loaded, full: true });
screen('poll-crowded-open', 'newcomer', '/poll/:crowded', { act: loaded, full: true, also: ['narrow'] });
screen('poll-right-to-left', 'amara', '/poll/:rightToLeft', { act: loaded, full: true });
screen('poll-right-to-left-open', 'newcomer', '/poll/:rightToLeft', { act: loaded });
screen('poll-japanese', 'amara', '/poll/:japanese', { act: loaded });
screen('poll-japanese-open', 'newcomer', '/poll/:japanese', { act: loaded });
screen('poll-tied', 'amara', '/poll/:tied', {
  before: (page, ids) => changing<Poll>(page, `/api/polls/${ids.tied}`, (poll) => counted(poll, [12, 12, 0])),
  act: loaded,
});
screen('poll-many', 'amara', '/poll/:dive', {
  before: (page, { dive }) =>
    changing<Poll>(page, `/api/polls/${dive}`, (poll) => ({
      ...counted(poll, [1_284_530, 1_284_529, 312]),
      likesCount: 128_412,
      commentsCount: 23_904,
    })),
  act: loaded,
  also: ['narrow'],
});
screen('poll-german', 'amara', '/poll/:dive', { act: card, locale: 'de-DE', full: true, also: ['narrow'] });
screen('poll-mentions', 'amara', '/poll/:dive', {
  act: async (page) => {
    await loaded(page);
    await page.locator('.comment-row-root p a').first().waitFor();
    await comments(page).evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 80));
  },
});
screen('confirm-email', 'newcomer', '/poll/:fresh', { before: unconfirmed, act: voteRefused });
screen('confirm-email-german', 'newcomer', '/poll/:fresh', {
  before: unconfirmed,
  act: voteRefused,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('toast-vote', 'newcomer', '/poll/:fresh', {
  // The answer counts the vote, and the server does not.
  before: (page, { fresh }) =>
    page.route(/\/api\/votes$/, async (route) => {
      const poll = await page.evaluate((url) => fetch(url).then((answer) => answer.json()), `/api/polls/${fresh}`);
      await route.fulfill({ json: counted(poll as Poll, [1]) });
    }),
  act: async (page) => {
    await loaded(page);
    await page.locator('.opt').first().click();
    await page.getByText('Vote Recorded').first().waitFor();
  },
});
screen('poll-ended', 'amara', '/poll/:ended', { act: loaded });
screen('poll-ended-crowded', 'long', '/poll/:crowded', {
  before: (page, { crowded }) =>
    changing<Poll>(page, `/api/polls/${crowded}`, (poll) => ({
      ...poll,
      endDate: new Date(Date.now() - 3_600_000).toISOString(),
      resultsVisible: true,
    })),
  act: loaded,
});
screen('poll-clip', 'newcomer', '/poll/:clip', {
  act: (page) => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2),
});
screen('poll-tall', 'newcomer', '/poll/:tall', { act: loaded, full: true });
screen('poll-picture-open', 'newcomer', '/poll/:tall', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Open picture' }).first().click();
    await page.getByRole('dialog', { name: 'Picture' }).getByRole('img').waitFor();
  },
});
screen('poll-waiting', 'newcomer', '/poll/:dive', {
  before: (page, { dive }) => hold(page, 'GET', `/api/polls/${dive}`),
  act: element('#content :is(.pulse, .spinner)'),
  waiting: true,
});
screen('poll-not-found', 'newcomer', '/poll/999999999', {
  act: (page) => page.getByRole('heading', { name: 'Poll not found' }).waitFor(),
});
screen('poll-comments-failed', 'newcomer', '/poll/:fresh', {
  before: (page) => failing(page, 'GET', /\/comments$/, BROKEN),
  act: text('Failed to load comments. Please try again.'),
});
screen('poll-comment-long', 'newcomer', '/poll/:fresh', {
  act: async (page) => {
    await loaded(page);
    await page.getByLabel('Add a comment').fill('All of the lamps above the table, please. '.repeat(26));
    await page.getByText('too long').first().waitFor();
  },
});
screen('poll-menu', 'amara', '/poll/:ended', {
  act: (page) => page.getByRole('button', { name: 'Poll options' }).click(),
});
screen('poll-delete', 'long', '/poll/:crowded', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Poll options' }).click();
    await page.getByRole('menuitem', { name: 'Delete Poll' }).click();
    await page.getByRole('alertdialog').waitFor();
  },
});

const INSIGHTS = /\/insights$/;
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
const passage = (language: string, title: string, content: string) => ({
  title,
  text: content,
  url: `https://${language}.wikipedia.org/wiki/${encodeURIComponent(title)}`,
  license: { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
});
/** As Wikipedia has them; one runs from right to left. */
const PASSAGES = [
  passage(
    'en',
    'Pendant light',
    'A pendant light, sometimes called a drop or suspender, is a lone light fixture that hangs from the ceiling ' +
      'usually suspended by a cord, chain, or metal rod. Pendant lights are often used in multiples, hung in a ' +
      'straight line over kitchen countertops and dinette sets.',
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

screen('dive', 'amara', '/poll/:dive', { act: dive(element('.source')), full: true });
screen('dive-none', 'newcomer', '/poll/:fresh', { act: dive() });
screen('dive-generating', 'newcomer', '/poll/:fresh', { before: insights({ generating: true }), act: dive() });
screen('dive-passages', 'newcomer', '/poll/:fresh', {
  before: insights({ hasInsights: true, kind: 'passages', passages: PASSAGES }),
  act: dive(element('.insights-panel-passages')),
  full: true,
});
screen('dive-passages-none', 'newcomer', '/poll/:fresh', {
  before: (page) => offeringDeepDive(page, 'passages'),
  act: dive(),
});
screen('dive-nothing', 'newcomer', '/poll/:fresh', {
  before: async (page) => {
    await offeringDeepDive(page, 'passages');
    await insights({ nothingFound: true })(page);
  },
  act: dive(text('No article fits')),
});
screen('dive-waiting', 'newcomer', '/poll/:fresh', {
  before: (page) => hold(page, 'GET', INSIGHTS),
  act: dive(),
  waiting: true,
});
screen('dive-failed', 'newcomer', '/poll/:fresh', {
  before: (page) => failing(page, 'GET', INSIGHTS, { ...BROKEN, status: 503, code: 'insights-unavailable' }),
  act: dive(text('Failed to load insights')),
});

/** Opens the Deep Dive. */
function dive(shown?: typeof card): typeof card {
  return async (page, ids) => {
    await page.getByRole('button', { name: 'Deep Dive' }).first().click();
    await page.locator('.insights-panel-root').waitFor();
    await shown?.(page, ids);
  };
}

function insights(answer: object) {
  return (page: Page) => answering(page, 'GET', INSIGHTS, { ...NOTHING, ...answer });
}

/** The poll with these votes, as its viewer sees it after voting for the first option. */
function counted(poll: Poll, votes: readonly number[]) {
  return {
    ...poll,
    // Newer than the live counts, which would replace these.
    version: poll.version + 1_000_000,
    resultsVisible: true,
    userVote: 0,
    options: poll.options.map((option, index) => ({ ...option, votes: votes[index] ?? 0 })),
    votesCount: votes.reduce((sum, count) => sum + count, 0),
  };
}

/** Votes are refused until the address is confirmed. */
function unconfirmed(page: Page) {
  return failing(page, 'POST', '/api/votes', {
    status: 403,
    code: 'email-unverified',
    message: 'Please confirm your email address first.',
  });
}

async function voteRefused(page: Page) {
  await page.locator('.opt').first().click();
  await page.getByRole('dialog').waitFor();
}
