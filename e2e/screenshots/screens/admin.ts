import type { CasePage, CaseView, PersonDetails, VersionedSettings } from '@inkling/contracts';
import type { Page } from '@playwright/test';
import { answering, changing, failing } from '../../support/failures';
import {
  ADMIN_PAGES,
  ANNOUNCEMENTS,
  HEALTH_TROUBLE,
  INVITATIONS,
  NO_HISTORY,
  nothingYet,
  overview,
  PAGE_HISTORY,
  PEOPLE,
  REQUESTS,
  instanceWith,
  inDays,
} from '../../support/answers';
import { BROKEN, element, hold, screen, text, title } from '../screen';

const CASE = /^\/api\/admin\/cases\/\d+$/;
const caseShown = element('.case-page-root');
const small = (page: Page) => page.viewportSize()!.width < 1_024;

const overviewOf = async (page: Page) => {
  await answering(page, 'GET', '/api/admin/requests', REQUESTS);
  await page.route(/\/api\/admin\/overview/, (route) =>
    route.fulfill({ json: overview(Number(new URL(route.request().url()).searchParams.get('days') ?? 30)) }),
  );
};
const figures = element('.figure-root');

screen('admin-overview', 'operator', '/admin', {
  before: overviewOf,
  act: figures,
  full: true,
  also: ['narrow', 'tablet'],
});
screen('admin-overview-quarter', 'operator', '/admin', {
  before: overviewOf,
  act: async (page, ids) => {
    await figures(page, ids);
    await page.getByRole('button', { name: '90 days' }).click();
    await page.locator('.day-bars-root i:nth-child(60)').first().waitFor();
  },
  full: true,
});
screen('admin-overview-german', 'operator', '/admin', {
  before: overviewOf,
  act: figures,
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-overview-empty', 'moderator', '/admin', {
  before: (page) => answering(page, 'GET', '/api/admin/overview', nothingYet(30)),
  act: figures,
  full: true,
});
screen('admin-overview-waiting', 'operator', '/admin', {
  before: (page) => hold(page, 'GET', '/api/admin/overview'),
  act: element('#content .pulse'),
  waiting: true,
});
screen('admin-overview-failed', 'operator', '/admin', {
  before: (page) => failing(page, 'GET', '/api/admin/overview', BROKEN),
  act: text('The figures could not be loaded'),
});
screen('admin-for-members', 'newcomer', '/admin', { act: title });

const queueShown = element('.case-row-root');
screen('admin-queue', 'operator', '/admin/queue', {
  act: async (page, ids) => {
    await queueShown(page, ids);
    if (!small(page)) await caseShown(page, ids);
  },
  also: ['tablet', 'narrow'],
});
screen('admin-queue-german', 'operator', '/admin/queue', { act: queueShown, locale: 'de-DE' });
screen('admin-queue-appeals', 'operator', '/admin/queue', {
  act: async (page, ids) => {
    await queueShown(page, ids);
    await page.getByRole('button', { name: /^Appeals/ }).click();
    await page.locator('.case-row-root').nth(2).waitFor({ state: 'detached' });
  },
});
const NO_CASES: CasePage = { cases: [], nextCursor: null, counts: { all: 0, flagged: 0, appeals: 0 } };
screen('admin-queue-empty', 'operator', '/admin/queue', {
  before: (page) => answering(page, 'GET', '/api/admin/cases', NO_CASES),
  act: element('.pile-none'),
});
screen('admin-queue-waiting', 'operator', '/admin/queue', {
  before: (page) => hold(page, 'GET', '/api/admin/cases'),
  act: element('.pile-wait'),
  waiting: true,
});
screen('admin-queue-failed', 'operator', '/admin/queue', {
  before: (page) => failing(page, 'GET', '/api/admin/cases', BROKEN),
  act: title,
});

for (const name of ['poll', 'comment', 'profile', 'picture', 'flagged', 'appeal', 'ownAct', 'decided'] as const)
  screen(`admin-case-${name.toLowerCase()}`, 'operator', `/admin/queue/:${name}Case`, { act: caseShown, full: true });
screen('admin-case-german', 'operator', '/admin/queue/:pollCase', {
  act: async (page, ids) => {
    await caseShown(page, ids);
    await page.keyboard.press('b');
    await page.keyboard.press('u');
  },
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-case-appeal-german', 'operator', '/admin/queue/:appealCase', {
  act: caseShown,
  full: true,
  locale: 'de-DE',
});
screen('admin-case-hide', 'operator', '/admin/queue/:pollCase', {
  act: async (page, ids) => {
    await caseShown(page, ids);
    await page.getByRole('radio', { name: 'Hide' }).check({ force: true });
    await page.getByRole('button', { name: 'Private number' }).click();
  },
  full: true,
});
screen('admin-case-sensitive', 'operator', '/admin/queue/:pictureCase', {
  act: async (page, ids) => {
    await caseShown(page, ids);
    await page.getByRole('radio', { name: 'Sensitive' }).check({ force: true });
  },
  full: true,
});
screen('admin-case-unreasoned', 'operator', '/admin/queue/:commentCase', {
  act: async (page, ids) => {
    await caseShown(page, ids);
    await page.getByRole('radio', { name: 'Suspend until' }).check({ force: true });
    await page.keyboard.press('Enter');
    await page.getByText('Write a reason').waitFor();
  },
  full: true,
});
screen('admin-case-changed', 'operator', '/admin/queue/:pollCase', {
  before: (page) =>
    page.route(CASE, async (route) => {
      if (!CASE.test(new URL(route.request().url()).pathname)) return route.fallback();
      const response = await route.fetch();
      const view = (await response.json()) as CaseView;
      const { current } = view;
      if (current?.kind !== 'poll') return route.fulfill({ response });
      const json: CaseView = {
        ...view,
        current: { ...current, question: 'Whose number should I post?', options: ['My own', "Mika's", "Nobody's"] },
        taken: { by: PEOPLE[1]!, mine: false, until: inDays(1) },
      };
      return route.fulfill({ response, json });
    }),
  act: caseShown,
  full: true,
});
screen('admin-case-gone', 'operator', '/admin/queue/:commentCase', {
  before: (page) =>
    page.route(
      (url) => CASE.test(url.pathname),
      async (route) => {
        const response = await route.fetch();
        const view = (await response.json()) as CaseView;
        return route.fulfill({ response, json: { ...view, reported: null, current: null, author: null, earlier: [] } });
      },
    ),
  act: caseShown,
  full: true,
});
screen('admin-case-unknown', 'operator', '/admin/queue/999999', { act: text('There is no such case') });
screen('admin-case-waiting', 'operator', '/admin/queue/:pollCase', {
  before: (page) => hold(page, 'GET', CASE),
  act: element('.open-case-wait'),
  waiting: true,
});
screen('admin-keys', 'operator', '/admin/queue/:pollCase', {
  act: async (page, ids) => {
    await caseShown(page, ids);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
});
screen('admin-toast', 'operator', '/admin/queue/:commentCase', {
  // Decides nothing: the answer is an act that nobody made.
  before: (page) =>
    page.route(/\/api\/admin\/cases\/\d+\/acts$/, async (route) => {
      const caseId = Number(/cases\/(\d+)/.exec(route.request().url())![1]);
      const object = { kind: 'comment', id: 1 };
      await route.fulfill({
        status: 201,
        json: {
          id: 1,
          act: 'dismiss',
          object,
          personId: 1,
          caseId,
          rule: null,
          reason: '',
          until: null,
          slip: null,
          moderatorId: 1,
          at: inDays(0),
          noticeAt: null,
          undoneAt: null,
          appeal: null,
        },
      });
    }),
  act: async (page, ids) => {
    await caseShown(page, ids);
    await page.getByRole('radio', { name: 'Dismiss' }).check({ force: true });
    await page.keyboard.press('Enter');
    await page.locator('.toast-root').waitFor();
  },
});

const rows = element('.people-page-list li');
screen('admin-people', 'operator', '/admin/people', { act: rows });
screen('admin-people-german', 'operator', '/admin/people', { act: rows, locale: 'de-DE', also: ['narrow'] });
screen('admin-people-found', 'moderator', '/admin/people', {
  act: async (page, ids) => {
    await rows(page, ids);
    await page.getByRole('searchbox').fill('wilhelmina');
    await page.locator('.people-page-list li').nth(1).waitFor({ state: 'detached' });
  },
});
screen('admin-people-none', 'operator', '/admin/people', {
  act: async (page, ids) => {
    await rows(page, ids);
    await page.getByRole('searchbox').fill('zxqvbnm');
    await page.getByText('Nobody matches.').waitFor();
  },
});
screen('admin-people-failed', 'operator', '/admin/people', {
  before: (page) => failing(page, 'GET', '/api/admin/people', BROKEN),
  act: text('The people could not be loaded'),
});
const person = element('.person-view-root');
screen('admin-person', 'operator', '/admin/people/:warned', { act: person, full: true });
screen('admin-person-german', 'operator', '/admin/people/:suspended', {
  act: person,
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-person-long', 'moderator', '/admin/people/:long', { act: person, full: true });
screen('admin-person-suspended', 'operator', '/admin/people/:suspended', { act: person, full: true });
screen('admin-person-states', 'operator', '/admin/people/:long', {
  before: (page, { long }) =>
    changing<PersonDetails>(page, `/api/admin/people/${long}`, (details) => ({
      ...details,
      role: 'moderator',
      followersCount: null,
      pollsCount: 12_345,
      acts: null,
      cases: null,
      state: { suspended: { until: null, actId: 1 }, silenced: true, disabled: true, deletionDueAt: inDays(3) },
    })),
  act: person,
  full: true,
});
screen('admin-person-warn', 'operator', '/admin/people/:amara', {
  act: async (page, ids) => {
    await person(page, ids);
    await page.getByRole('radio', { name: 'Warn' }).check({ force: true });
  },
  full: true,
});

const lines = element('.log-line-root');
screen('admin-log', 'operator', '/admin/log', { act: lines });
screen('admin-log-german', 'operator', '/admin/log', { act: lines, locale: 'de-DE', also: ['narrow'] });
screen('admin-log-person', 'moderator', '/admin/log?person=:warned', { act: lines });
screen('admin-log-empty', 'operator', '/admin/log', {
  before: (page) => answering(page, 'GET', '/api/admin/log', { entries: [], nextCursor: null }),
  act: text('Nothing has been decided yet.'),
});
screen('admin-log-failed', 'operator', '/admin/log', {
  before: (page) => failing(page, 'GET', '/api/admin/log', BROKEN),
  act: text('The log could not be loaded'),
});

const settings = element('.rule-list-root');
screen('admin-settings', 'operator', '/admin/settings', { act: settings, full: true, also: ['tablet'] });
screen('admin-settings-changed', 'operator', '/admin/settings', {
  before: (page) =>
    changing<VersionedSettings>(page, '/api/admin/settings', (versioned) => ({
      ...versioned,
      settings: {
        ...versioned.settings,
        name: 'Harbour Polls',
        links: ['https://social.harbour.example/@polls-of-the-harbour-and-of-everybody-who-lives-there'],
        flagWords: ['lamps', 'free money'],
      },
    })),
  act: async (page, ids) => {
    await settings(page, ids);
    await page.getByRole('radio', { name: /^By approval/ }).check({ force: true });
    await page.getByLabel('Your question to them').fill('Which street on the harbour do you miss most?');
    await page.getByLabel('In one sentence').fill('Questions from the harbour, answered by everyone.');
  },
  full: true,
});
screen('admin-settings-german', 'operator', '/admin/settings', {
  act: settings,
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-settings-failed', 'operator', '/admin/settings', {
  before: (page) => failing(page, 'GET', '/api/admin/settings', BROKEN),
  act: text('This could not be loaded'),
});

const pagesWritten = (page: Page) => answering(page, 'GET', '/api/admin/pages', ADMIN_PAGES);
const listed = element('.panel-list li');
const openPage = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
  await page.locator('.pages-page-editor').waitFor();
};
const pageHistory = async (page: Page) => {
  await pagesWritten(page);
  await answering(page, 'GET', '/api/admin/pages/terms', PAGE_HISTORY);
  await answering(page, 'GET', '/api/admin/pages/imprint', NO_HISTORY);
};
screen('admin-pages', 'operator', '/admin/pages', { before: pagesWritten, act: listed });
screen('admin-pages-german', 'operator', '/admin/pages', { before: pagesWritten, act: listed, locale: 'de-DE' });
screen('admin-page-terms', 'operator', '/admin/pages', {
  before: pageHistory,
  act: async (page) => {
    await openPage('Edit Terms')(page);
    await page.locator('details').click();
  },
  full: true,
});
screen('admin-page-terms-german', 'operator', '/admin/pages', {
  before: pageHistory,
  act: openPage('Nutzungsbedingungen bearbeiten'),
  full: true,
  locale: 'de-DE',
});
screen('admin-page-new', 'operator', '/admin/pages', {
  before: pageHistory,
  act: openPage('Edit Imprint'),
  full: true,
});

const invitations = (page: Page) => answering(page, 'GET', '/api/admin/invitations', { invitations: INVITATIONS });
screen('admin-invitations', 'operator', '/admin/invitations', {
  before: invitations,
  act: element('.rows li'),
  full: true,
});
screen('admin-invitations-german', 'operator', '/admin/invitations', {
  before: invitations,
  act: element('.rows li'),
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-invitations-empty', 'operator', '/admin/invitations', { act: text('No invitations yet.') });
screen('admin-invitations-withdraw', 'operator', '/admin/invitations', {
  before: invitations,
  act: async (page) => {
    await page.getByRole('button', { name: /^Withdraw HARB/ }).click();
    await page.getByRole('alertdialog').waitFor();
  },
});

const QUESTION = 'Which street on the harbour do you miss most?';
const requests = async (page: Page) => {
  await answering(page, 'GET', '/api/admin/requests', REQUESTS);
  await instanceWith(page, { signUp: { mode: 'approval', question: QUESTION } });
};
const requestList = element('.requests-page-list li');
screen('admin-requests', 'operator', '/admin/requests', { before: requests, act: requestList, full: true });
screen('admin-requests-german', 'operator', '/admin/requests', {
  before: requests,
  act: requestList,
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-requests-refuse', 'operator', '/admin/requests', {
  before: requests,
  act: async (page) => {
    await page.getByRole('button', { name: /^Refuse: ines/ }).click();
    await page.getByRole('dialog').waitFor();
  },
});
screen('admin-requests-empty', 'moderator', '/admin/requests', { act: text('Nobody is waiting.') });

const announced = (page: Page) => answering(page, 'GET', '/api/admin/announcements', { announcements: ANNOUNCEMENTS });
screen('admin-announcements', 'operator', '/admin/announcements', { before: announced, act: listed, full: true });
screen('admin-announcements-german', 'operator', '/admin/announcements', {
  before: announced,
  act: listed,
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('admin-announcements-empty', 'operator', '/admin/announcements', { act: text('Nothing has been announced.') });

screen('admin-health', 'operator', '/admin/health', { act: element('.health-page-offers'), full: true });
screen('admin-health-trouble', 'operator', '/admin/health', {
  before: (page) => answering(page, 'GET', '/api/admin/health', HEALTH_TROUBLE),
  act: element('.health-page-offers'),
  full: true,
  also: ['narrow'],
});
screen('admin-health-german', 'operator', '/admin/health', {
  before: (page) => answering(page, 'GET', '/api/admin/health', HEALTH_TROUBLE),
  act: element('.health-page-offers'),
  full: true,
  locale: 'de-DE',
});
