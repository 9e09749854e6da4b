import type { Poll, User } from '@inkling/contracts';
import type { Page } from '@playwright/test';
import { answering, changing, failing } from '../../support/failures';
import {
  ANNOUNCEMENTS,
  appealed,
  instancePage,
  instanceWith,
  notifications,
  PEOPLE,
  suspension,
  TERMS,
  upheld,
} from '../../support/answers';
import { BROKEN, card, element, hold, screen, text, title } from '../screen';

const menu = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menu').waitFor();
};
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();
const dialog = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]').first().waitFor();
/** Opens the menu of a poll's author and takes one of its entries. */
const fromPoll =
  (entry?: RegExp, button: string | RegExp = 'More about this poll') =>
  async (page: Page) => {
    await menu(page, button);
    if (!entry) return;
    await choose(page, entry);
    await dialog(page);
    await page.getByRole('radio').first().waitFor();
  };
const GERMAN_MENU = /^Mehr zu dieser Umfrage/;

screen('menu-poll', 'amara', '/poll/:reported', { act: fromPoll() });
screen('menu-poll-german', 'amara', '/poll/:reported', { act: fromPoll(undefined, GERMAN_MENU), locale: 'de-DE' });
screen('menu-comment', 'amara', '/poll/:dive', { act: (page) => menu(page, /^More about the comment by Jonas/) });
screen('menu-own-poll-comment', 'warned', '/poll/:reported', {
  before: (page, { reported }) =>
    answering(page, 'GET', `/api/polls/${reported}/comments`, [
      {
        id: 1,
        pollId: reported,
        userId: PEOPLE[1]!.id,
        content: 'Nobody asked you.',
        createdAt: new Date().toISOString(),
        user: PEOPLE[1]!,
      },
    ]),
  act: (page) => menu(page, /^More about the comment by/),
});
screen('menu-profile', 'newcomer', '/profile/:long', { act: (page) => menu(page, 'Options') });

screen('report-poll', 'amara', '/poll/:reported', { act: fromPoll(/^Report poll/), also: ['narrow'] });
screen('report-poll-german', 'amara', '/poll/:reported', {
  act: fromPoll(/melden$/, GERMAN_MENU),
  locale: 'de-DE',
  also: ['narrow'],
});
screen('report-picture', 'newcomer', '/poll/:dive', { act: fromPoll(/^Report picture/) });
screen('report-comment', 'amara', '/poll/:dive', {
  act: async (page) => {
    await menu(page, /^More about the comment by Wilhelmina/);
    await choose(page, 'Report comment');
    await page.getByRole('radio').nth(1).check({ force: true });
    await page.getByLabel(/^In your words/).fill('It leads to a shop, as each of their comments does. '.repeat(3));
  },
});
screen('report-profile', 'newcomer', '/profile/:long', {
  act: async (page) => {
    await menu(page, 'Options');
    await choose(page, /^Report @/);
    await dialog(page);
  },
});
screen('report-unchosen', 'amara', '/poll/:reported', {
  act: async (page) => {
    await fromPoll(/^Report poll/)(page);
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Tick a rule, or').waitFor();
  },
});
screen('report-else', 'amara', '/poll/:reported', {
  before: (page) =>
    instanceWith(page, {
      rules: [
        { text: 'Be kind', about: null },
        {
          text: 'Leave out whatever belongs to somebody else: numbers, addresses, faces, secrets, letters, illnesses',
          about:
            'Ask them first. If they say yes, say that they did; and if they change their mind, take it out again.',
        },
      ],
    }),
  act: async (page) => {
    await fromPoll(/^Report poll/)(page);
    await page.getByRole('radio').last().check({ force: true });
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Say in a few words what is wrong.').waitFor();
  },
});
screen('report-sent', 'amara', '/poll/:reported', {
  before: (page, { reported }) =>
    answering(page, 'POST', '/api/reports', { kind: 'poll', id: reported, reported: true }),
  act: async (page) => {
    await fromPoll(/^Report poll/)(page);
    await page.getByRole('radio').first().check({ force: true });
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.locator('.toast-root').waitFor();
    // The message is a dialog as well, by its role.
    await page.locator('.sheet').waitFor({ state: 'detached' });
  },
});

screen('block', 'newcomer', '/profile/:long', {
  act: async (page) => {
    await menu(page, 'Options');
    await choose(page, /^Block/);
    await page.getByRole('alertdialog').waitFor();
  },
  also: ['narrow'],
});
screen('block-german', 'newcomer', '/profile/:long', {
  act: async (page) => {
    await menu(page, 'Optionen');
    await choose(page, /^Blockieren/);
    await page.getByRole('alertdialog').waitFor();
  },
  locale: 'de-DE',
});
const related =
  (relation: Partial<Record<'blocked' | 'muted', true>>) =>
  (page: Page, { long }: { long: number }) =>
    changing<User>(page, `/api/users/${long}`, (user) => ({ ...user, ...relation }));
screen('profile-blocked', 'newcomer', '/profile/:long', {
  before: related({ blocked: true }),
  act: text('You have blocked'),
});
screen('profile-muted', 'newcomer', '/profile/:long', {
  before: related({ muted: true }),
  act: text('You have muted'),
});
screen('profile-muted-german', 'newcomer', '/profile/:long', {
  before: related({ muted: true }),
  act: element('.muted-note-root'),
  locale: 'de-DE',
});
screen('toast-muted', 'newcomer', '/profile/:long', {
  before: (page) => page.route(/\/api\/mutes/, (route) => route.fulfill({ status: 204 })),
  act: async (page) => {
    await menu(page, 'Options');
    await choose(page, /^Mute/);
    await page.locator('.toast-root').waitFor();
  },
});
const lists = async (page: Page) => {
  await answering(page, 'GET', '/api/blocks', PEOPLE);
  await answering(page, 'GET', '/api/mutes', PEOPLE.slice(0, 1));
  await answering(page, 'GET', '/api/muted-words', {
    words: ['spoiler', 'finale', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 'مباراة', 'champions league'],
  });
};
const protection = (tab?: RegExp) => async (page: Page) => {
  if (tab) await page.getByRole('tab', { name: tab }).click();
  await page.locator('.protection-settings-root').scrollIntoViewIfNeeded();
  await page.locator('.protection-settings-root li').first().waitFor();
};
screen('settings-blocked', 'newcomer', '/settings', { before: lists, act: protection(/^Blocked/), also: ['narrow'] });
screen('settings-muted', 'newcomer', '/settings', { before: lists, act: protection(/^Muted/) });
screen('settings-words', 'newcomer', '/settings', { before: lists, act: protection(/^Words/), also: ['narrow'] });
screen('settings-words-german', 'newcomer', '/settings', {
  before: lists,
  act: protection(/^W(ö|o)rter/),
  locale: 'de-DE',
});
screen('settings-blocked-failed', 'newcomer', '/settings', {
  before: (page) => failing(page, 'GET', '/api/blocks', BROKEN),
  act: async (page) => {
    await page.getByText('The list could not be loaded.').scrollIntoViewIfNeeded();
  },
});

const everyNotice = async (page: Page) => {
  await answering(page, 'GET', '/api/notifications', notifications);
  await instanceWith(page, {});
};
const notice = element('.notice-row-root');
screen('notices', 'warned', '/notifications', { act: notice, full: true });
screen('notices-all', 'newcomer', '/notifications', { before: everyNotice, act: notice, full: true, also: ['narrow'] });
screen('notices-all-german', 'newcomer', '/notifications', {
  before: everyNotice,
  act: notice,
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
const openAppeal = async (page: Page) => {
  await page.getByRole('button', { name: 'Appeal', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
};
screen('appeal', 'newcomer', '/notifications', { before: everyNotice, act: openAppeal });
screen('appeal-empty', 'newcomer', '/notifications', {
  before: everyNotice,
  act: async (page) => {
    await openAppeal(page);
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await page.getByText('Say in a few words why.').waitFor();
  },
});
screen('appeal-german', 'newcomer', '/notifications', {
  before: everyNotice,
  act: async (page) => {
    await page.locator('.notice-row-actions button').first().click();
    await page.getByRole('dialog').getByRole('textbox').fill('Die Nummer war erfunden.');
  },
  locale: 'de-DE',
});
screen('poll-hidden', 'warned', '/poll/:hidden', { act: card });
screen('poll-hidden-german', 'warned', '/poll/:hidden', { act: card, locale: 'de-DE', also: ['narrow'] });

const slip = element('.sensitive-media-slip');
screen('sensitive', 'newcomer', '/poll/:covered', { act: slip, also: ['narrow'] });
screen('sensitive-german', 'newcomer', '/poll/:covered', { act: slip, locale: 'de-DE', also: ['narrow'] });
screen('sensitive-shown', 'newcomer', '/poll/:covered', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Show the sensitive picture' }).click();
    await page.locator('.sensitive-media-cover').waitFor();
    await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 300));
  },
});
screen('sensitive-long', 'newcomer', '/poll/:covered', {
  before: (page, { covered }) =>
    changing<Poll>(page, `/api/polls/${covered}`, (poll) => ({
      ...poll,
      sensitive: 'an accident with many people, seen from close by',
    })),
  act: slip,
});
screen('sensitive-clip', 'newcomer', '/poll/:clip', {
  before: (page, { clip }) => changing<Poll>(page, `/api/polls/${clip}`, (poll) => ({ ...poll, sensitive: '' })),
  act: slip,
});
screen('sensitive-preview', 'visitor', '/poll/:covered', { act: element('.peek'), full: true });
screen('sensitive-embed', 'visitor', '/embed/:covered', { bare: true, full: true });

const away = (act: Parameters<typeof suspension>[0]) => (page: Page) =>
  answering(page, 'GET', /^\/api\/acts\/\d+$/, suspension(act));
const closed = element('.suspended-route-root');
screen('suspended', 'suspended', '/home', {
  act: element('.suspended-route-appeal button'),
  full: true,
  also: ['narrow'],
});
screen('suspended-german', 'suspended', '/home', {
  act: element('.suspended-route-appeal button'),
  full: true,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('suspended-for-good', 'suspended', '/home', {
  before: async (page) => {
    await changing<User>(page, '/api/auth/me', (user) => ({
      ...user,
      suspension: { ...user.suspension!, until: null },
    }));
    await away({ until: null, open: false, appeal: upheld })(page);
  },
  act: text('Your appeal was read.'),
  full: true,
});
screen('suspended-appealed', 'suspended', '/home', {
  before: away({ open: false, appeal: appealed }),
  act: text('You appealed on'),
  full: true,
});
screen('suspended-appeal', 'suspended', '/home', {
  act: async (page, ids) => {
    await closed(page, ids);
    await page.getByRole('button', { name: 'Appeal', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
  },
});
screen('suspended-export', 'suspended', '/home', {
  act: async (page, ids) => {
    await closed(page, ids);
    await page.getByRole('button', { name: 'Export my data' }).click();
    await page.getByRole('button', { name: 'Ask for my data' }).waitFor();
  },
  full: true,
});
screen('suspended-away', 'suspended', '/home', {
  before: (page) => failing(page, 'GET', /^\/api\/acts\/\d+$/, BROKEN),
  act: text('Whether you can appeal'),
});

const terms = (accepted: number | null) => async (page: Page) => {
  await instanceWith(page, { terms: TERMS, pages: ['terms'] });
  await answering(page, 'GET', '/api/terms', { accepted });
};
const asked = (page: Page) => page.getByRole('dialog').getByRole('button').nth(1).waitFor();
screen('terms-first', 'newcomer', '/home', {
  before: async (page) => {
    await instanceWith(page, { terms: { ...TERMS, version: 1, summary: null }, pages: ['terms'] });
    await answering(page, 'GET', '/api/terms', { accepted: null });
  },
  act: asked,
});
screen('terms-changed', 'newcomer', '/home', { before: terms(3), act: asked, also: ['narrow'] });
screen('terms-changed-german', 'newcomer', '/home', {
  before: terms(3),
  act: asked,
  locale: 'de-DE',
  also: ['narrow'],
});

const announcing =
  (...ids: number[]) =>
  (page: Page) =>
    instanceWith(page, { announcements: ANNOUNCEMENTS.filter(({ id }) => ids.includes(id)) });
const bar = element('.announcement-bar-bar');
screen('announcement', 'amara', '/home', { before: announcing(2), act: bar, also: ['narrow', 'tablet'] });
screen('announcement-warning', 'newcomer', '/home', { before: announcing(1, 3), act: bar, also: ['narrow'] });
screen('announcement-visitor', 'visitor', '/', { before: announcing(2), act: bar });
screen('announcement-login', 'visitor', '/login', { before: announcing(1), act: bar });

const written =
  (kind: 'rules' | 'terms' | 'privacy' | 'cookies' | 'imprint', language: 'en' | 'de' = 'en') =>
  async (page: Page) => {
    await instanceWith(page, { pages: [kind] });
    await answering(page, 'GET', `/api/pages/${kind}`, instancePage(kind, language));
  };
screen('rules', 'visitor', '/rules', { act: title, full: true });
screen('rules-written', 'visitor', '/rules', { before: written('rules'), act: element('table'), full: true });
screen('rules-german', 'visitor', '/rules', { act: title, full: true, locale: 'de-DE' });
screen('terms-written', 'visitor', '/terms', {
  before: written('terms'),
  act: element('table'),
  full: true,
  also: ['narrow'],
});
screen('imprint', 'visitor', '/imprint', { before: written('imprint'), act: element('table') });
screen('imprint-none', 'visitor', '/imprint', { act: text('has not written an imprint') });
screen('imprint-none-german', 'visitor', '/imprint', { act: title, locale: 'de-DE' });
screen('cookies', 'visitor', '/cookies', { before: written('cookies'), act: element('table') });
screen('page-waiting', 'visitor', '/imprint', {
  before: async (page) => {
    await instanceWith(page, { pages: ['imprint'] });
    await hold(page, 'GET', '/api/pages/imprint');
  },
  act: element('.pulse'),
  waiting: true,
});
screen('page-failed', 'visitor', '/imprint', {
  before: async (page) => {
    await instanceWith(page, { pages: ['imprint'] });
    await failing(page, 'GET', '/api/pages/imprint', BROKEN);
  },
  act: text('This page could not be loaded'),
});

/** An answer above a limit that opens in twelve minutes. */
const limit = (page: Page, method: string, path: string, code: string, most: number, windowSeconds: number) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 429,
          json: {
            code,
            message: 'The limit is reached.',
            limit: most,
            windowSeconds,
            retryAfter: 700,
            opensAt: new Date(Date.now() + 700_000).toISOString(),
          },
        })
      : route.fallback(),
  );
const tooManyPolls = (labels: { question: string; option: (number: number) => string; publish: string }) => ({
  before: (page: Page) => limit(page, 'POST', '/api/polls', 'too-many-polls', 10, 3_600),
  act: async (page: Page) => {
    await page.getByLabel(labels.question).first().fill('Should a library lend tools as well as books?');
    for (const number of [1, 2]) await page.getByLabel(labels.option(number), { exact: true }).fill(`Answer ${number}`);
    await page.getByRole('button', { name: labels.publish }).click();
    await page.locator('.toast-root').waitFor();
    await page.locator('form [type="submit"]').last().scrollIntoViewIfNeeded();
  },
});
screen(
  'limit-polls',
  'newcomer',
  '/create',
  tooManyPolls({ question: 'Your Question', option: (number) => `Option ${number}`, publish: 'Publish Poll' }),
);
screen('limit-polls-german', 'newcomer', '/create', {
  ...tooManyPolls({
    question: 'Deine Frage',
    option: (number) => `Antwort ${number}`,
    publish: 'Veröffentlichen',
  }),
  locale: 'de-DE',
});
screen('limit-comments', 'newcomer', '/poll/:fresh', {
  before: (page) => limit(page, 'POST', '/api/comments', 'too-many-comments', 30, 600),
  act: async (page) => {
    await page.getByLabel('Add a comment').fill('One more thing');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.toast-root').waitFor();
  },
});
screen('limit-likes', 'newcomer', '/poll/:fresh', {
  before: (page) => limit(page, 'POST', '/api/likes', 'too-many-reactions', 300, 3_600),
  act: async (page) => {
    await page.getByRole('button', { name: /^Like/ }).first().click();
    await page.locator('.toast-root').waitFor();
  },
});
