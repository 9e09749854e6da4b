import type {
  AdminHealth,
  AdminInvitation,
  AdminPages,
  Announcement,
  Author,
  Notification,
  NoticeContent,
  Overview,
  OwnAct,
  PageHistory,
  PublicInstance,
  ServerConfig,
  SignUpRequests,
} from '@inkling/contracts';
import type { Page } from '@playwright/test';
import { changing } from './failures';

/** Answers in place of the server's, for states that would take days, or that everyone would see. */

const HOUR_MS = 3_600_000;
export const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
export const inDays = (days: number): string => ago(-days * 24);

export const author = (id: number, name: string, username: string): Author => ({
  id,
  name,
  username,
  profilePicture: null,
});
const LONG = 'Wilhelmina-Alexandrina Featherstonehaugh-Cholmondeley-Smythe';
export const PEOPLE = [
  author(9_001, 'Bruno Keller', 'brunok'),
  author(9_002, LONG, 'wilhelmina_featherstonehaugh'),
  author(9_003, 'سلمى بن يوسف', 'salma_b'),
];

/** Figures that rise and fall with the week, and none before the instance was there. */
export function overview(days: number, now: Partial<Overview['now']> = {}): Overview {
  const wave = (index: number, most: number) => Math.round(most * (0.55 + 0.4 * Math.abs(Math.sin(index * 0.9))));
  return {
    days: Array.from({ length: days }, (_, index) => {
      const left = days - 1 - index;
      const share = left === 0 ? 0.4 : 1 - left / (days * 2.2);
      const of = (most: number) => Math.round(wave(index, most) * share);
      return {
        day: ago(left * 24).slice(0, 10),
        people: of(14),
        polls: of(61),
        votes: of(3_204),
        comments: of(180),
        reports: index % 5 === 0 ? 0 : of(7),
        casesOpened: of(5),
        casesDecided: of(4),
        medianHours: 7.4,
      };
    }),
    now: { casesOpen: 12, flagged: 5, appeals: 2, oldestOpenAt: ago(25), medianHours: 7.4, staff: 3, ...now },
  };
}

/** As before the first person came. */
export const nothingYet = (days: number): Overview => ({
  days: overview(days).days.map(({ day }) => ({
    day,
    people: 0,
    polls: 0,
    votes: 0,
    comments: 0,
    reports: 0,
    casesOpened: 0,
    casesDecided: 0,
    medianHours: null,
  })),
  now: { casesOpen: 0, flagged: 0, appeals: 0, oldestOpenAt: null, medianHours: null, staff: 1 },
});

export const HEALTH_TROUBLE: AdminHealth = {
  services: [
    { name: 'gateway', ready: true, parts: { nats: 'ok' }, deadLetters: null, unpublished: null, ms: 0 },
    { name: 'auth', ready: true, parts: { database: 'ok' }, deadLetters: 0, unpublished: 0, ms: 12 },
    { name: 'polls', ready: true, parts: { database: 'ok' }, deadLetters: 0, unpublished: 1_204, ms: 2_418 },
    { name: 'notifications', ready: true, parts: { database: 'ok' }, deadLetters: 3, unpublished: 0, ms: 31 },
    {
      name: 'insights',
      ready: false,
      parts: { database: 'connect ECONNREFUSED 127.0.0.1:5432', events: 'ok' },
      deadLetters: null,
      unpublished: null,
      ms: 3_000,
    },
  ],
};

const announcement = (id: number, fields: Partial<Announcement>): Announcement => ({
  id,
  title: 'Closed on Sunday',
  text: 'We move to a bigger computer, from ten to noon.',
  level: 'notice',
  from: ago(2),
  until: inDays(2),
  ...fields,
});
export const ANNOUNCEMENTS: Announcement[] = [
  announcement(3, { title: 'Harbour party', text: null, from: inDays(3), until: inDays(4) }),
  announcement(2, {}),
  announcement(1, {
    title: 'Somebody sends mails in our name',
    text:
      'We never ask for your password. Do not open links of a mail that asks for it, and send us the mail: ' +
      'https://harbour.example/what-to-do-about-mails-that-ask-for-passwords.',
    level: 'warning',
    from: ago(24 * 40),
    until: ago(24 * 30),
  }),
];

export const TERMS: NonNullable<PublicInstance['terms']> = {
  version: 4,
  summary: 'We keep reports for a year instead of for good, and say who reads them.',
  publishedAt: ago(24),
};

const PAGE = `Questions from the harbour, answered by everyone. **We** are four people who live here.

## What we ask of you

1. Be kind, also to those who vote otherwise.
2. Keep numbers and addresses out of it.

> A poll is a question, not a weapon.

### How to reach us

Write to [hello@harbour.example](mailto:hello@harbour.example), or come to Rope Walk 4 on a Tuesday. The
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft next door knows when we are in.

| Day | Open |
|---|---|
| Tuesday | 10 to 12 |
| Thursday, from October to March, unless the ferry does not run | 16 to 18 |

\`\`\`
https://harbour.example/a-long-address/that-does-not-break/anywhere/because-it-is-code-and-code-keeps-its-lines
\`\`\`
`;

export const instancePage = (kind: string, language: 'en' | 'de' = 'en') => ({
  kind,
  version: 3,
  language,
  text: PAGE,
  summary: null,
  publishedAt: ago(24 * 51),
});

export const ADMIN_PAGES: AdminPages = {
  pages: [
    { kind: 'rules', version: 2, languages: ['en'], publishedAt: ago(24 * 12) },
    { kind: 'terms', version: 3, languages: ['en', 'de'], publishedAt: ago(24 * 51) },
    { kind: 'privacy', version: 5, languages: ['en', 'de'], publishedAt: ago(24 * 13) },
    { kind: 'cookies', version: 1, languages: ['en'], publishedAt: ago(24 * 260) },
    { kind: 'imprint', version: 0, languages: [], publishedAt: null },
  ],
  accepted: { people: 1_204, of: 1_311 },
};

const versions: PageHistory['versions'] = [
  { version: 3, languages: ['en', 'de'], summary: 'Who answers reports, and when.', publishedAt: ago(24 * 51) },
  { version: 2, languages: [], summary: null, publishedAt: ago(24 * 60) },
  { version: 1, languages: ['en'], summary: null, publishedAt: ago(24 * 260) },
];
export const PAGE_HISTORY: PageHistory = {
  kind: 'terms',
  shown: { ...versions[0]!, kind: 'terms', texts: { en: PAGE, de: PAGE } },
  versions,
};
export const NO_HISTORY: PageHistory = { kind: 'imprint', shown: null, versions: [] };

const invitation = (id: number, code: string, fields: Partial<AdminInvitation>): AdminInvitation => ({
  id,
  code,
  uses: 5,
  used: 2,
  createdAt: ago(50),
  until: inDays(7),
  withdrawnAt: null,
  by: PEOPLE[0]!,
  ...fields,
});
export const INVITATIONS: AdminInvitation[] = [
  invitation(4, 'HARB-7Q2M-XD', {}),
  invitation(3, 'K2VD-93PM-TA', { uses: 100, used: 0, until: null, by: PEOPLE[1]! }),
  invitation(2, 'WREN-4T8C-QQ', { used: 5, by: null }),
  invitation(1, 'P7MX-2HRB-6E', { withdrawnAt: ago(30) }),
];

export const REQUESTS: SignUpRequests = {
  requests: [
    {
      userId: 81,
      email: 'ines.vidal@harbour.example',
      answer: 'Rope Walk, for the bakery on the corner.',
      requestedAt: ago(17),
    },
    {
      userId: 82,
      email: 'wilhelmina-alexandrina.featherstonehaugh-cholmondeley@a-long-domain-of-the-parish.example',
      answer:
        'All of them, and most of all the one that had no name, behind the old customs house, where the ' +
        'ropes were laid out to dry and where nobody was ever in a hurry, because ' +
        'the ferry left when everybody was on board.',
      requestedAt: ago(9),
    },
    { userId: 83, email: 'salma@harbour.example', answer: 'شارع الميناء القديم', requestedAt: ago(2) },
    { userId: 84, email: 'kit@harbour.example', answer: null, requestedAt: ago(1) },
  ],
  waiting: 4,
};

/** An instance that its operator has named and opened for visitors in some way. */
export const instanceWith = (
  page: Page,
  instance: Partial<PublicInstance>,
  more: Partial<Pick<ServerConfig, 'operator' | 'features'>> = {},
): Promise<void> =>
  changing<ServerConfig>(page, '/api/config', (config) => ({
    ...config,
    operator: { name: 'Harbour Polls', email: 'hello@harbour.example', social: [] },
    ...more,
    instance: { ...config.instance!, ...instance },
  }));

const quoted = (kind: 'poll' | 'comment' | 'picture' | 'profile', id: number, excerpt: string | null) => ({
  kind,
  id,
  excerpt,
});
const POLL = quoted('poll', 12, 'Whose phone number should I post?');
const PRIVATE = { number: 2, text: 'Keep private things private' };
const KIND = { number: 1, text: 'Be kind, no harassment' };
const act = { rule: PRIVATE, until: null, appealUntil: inDays(13), open: true } as const;

const NOTICES: NoticeContent[] = [
  {
    kind: 'act',
    actId: 7,
    act: 'hide',
    object: POLL,
    ...act,
    reason: 'An option held a real phone number. Ask it again without the number, and all is well.',
  },
  { kind: 'report-decided', object: { kind: 'poll' }, reportedAt: ago(40), act: 'hide' },
  {
    kind: 'act',
    actId: 6,
    act: 'suspend',
    object: quoted('profile', 1, null),
    ...act,
    rule: KIND,
    until: inDays(6),
    reason: 'Three comments in two days went after the person, not the question.',
  },
  {
    kind: 'act',
    actId: 5,
    act: 'silence',
    object: null,
    ...act,
    rule: null,
    open: false,
    reason: 'https://harbour.example/every-poll-of-yours-leads-to-the-same-shop-and-its-shopping-basket',
  },
  {
    kind: 'appeal-decided',
    actId: 4,
    act: 'hide',
    object: quoted('comment', 3, 'It is the number of the town hall, and the town hall wants to be called.'),
    outcome: 'undone',
    reason: 'So it is. The comment is back.',
  },
  { kind: 'appeal-decided', actId: 3, act: 'warn', object: POLL, outcome: 'upheld', reason: 'It stays, sorry.' },
  { kind: 'act-undone', actId: 2, act: 'sensitive', object: quoted('picture', 12, 'Would you hang this in the hall?') },
  { kind: 'report-decided', object: { kind: 'profile' }, reportedAt: ago(90), act: 'dismiss' },
  {
    kind: 'act',
    actId: 1,
    act: 'delete',
    object: quoted('comment', 9, 'buy here'),
    ...act,
    rule: { number: 3, text: 'No spam or selling' },
    reason: 'It advertises something.',
  },
];
/** Every kind of notice, the newest unread. */
export const notifications: Notification[] = NOTICES.map((notice, index) => ({
  id: 500 - index,
  type: 'moderation',
  read: index > 1,
  createdAt: ago(index * 9 + 1),
  actor: null,
  count: 1,
  poll: null,
  comment: null,
  notice,
}));

/** The act that suspends the viewer, with or without an appeal. */
export const suspension = (fields: Partial<OwnAct>): OwnAct => ({
  id: 7,
  act: 'suspend',
  object: quoted('profile', 1, null),
  rule: KIND,
  reason: 'Three comments in two days went after the person, not the question.',
  until: inDays(6),
  at: ago(20),
  appealUntil: inDays(13),
  open: true,
  undone: false,
  appeal: null,
  ...fields,
});
export const appealed = { words: 'I meant the question.', at: ago(10), decision: null };
export const upheld = {
  ...appealed,
  decision: { upheld: true, reason: 'They were about the person. A week is what everyone gets.', at: ago(2) },
};
