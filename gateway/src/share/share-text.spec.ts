import { describe, expect, it } from '@jest/globals';
import { ORDINARY_KIND, type PollPreview } from '@inkling/contracts';
import { cardContent } from './card-content.js';
import { cardLayout, type CardNode } from './card-layout.js';
import { drawable } from './card-text.js';
import { cardState } from './cards.js';
import { embedPage } from './embed-page.js';
import { oembed, OembedQuery, pollIdOf } from './oembed.js';
import { pollPage } from '../pages/poll-page.js';
import { describePoll, pollTags } from './poll-tags.js';
import { SharePaths } from './share-paths.js';
import { html, plain, resultsOf } from './shared-poll-text.js';

const paths = new SharePaths('https://polls.example.org');
const HOSTILE = `"><script>alert('x')</script>\u202E$& </head><!--`;
const poll: PollPreview = {
  id: 9,
  question: 'Tea or coffee?',
  options: [
    { text: 'Tea', votes: 7 },
    { text: 'Coffee', votes: 5 },
    { text: 'Neither', votes: 0 },
  ],
  media: null,
  mediaInfo: null,
  endDate: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  user: { id: 1, username: 'ada', name: 'Ada', profilePicture: null },
  ...ORDINARY_KIND,
  visibility: 'public',
  votesCount: 12,
  resultsVisible: true,
};
const hidden: PollPreview = { ...poll, options: poll.options.map(({ text }) => ({ text })), resultsVisible: false };
const hostile: PollPreview = {
  ...hidden,
  question: HOSTILE,
  options: [{ text: HOSTILE }, { text: 'B' }],
  user: { id: 1, username: HOSTILE, name: HOSTILE, profilePicture: null },
};
/** All words of a card. */
const words = ({ props: { children } }: CardNode): string[] =>
  typeof children === 'string' ? [children] : (children ?? []).flatMap(words);

describe('text from people', () => {
  it('cannot leave its place in a page', () => {
    expect(html(HOSTILE)).toBe('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; $&amp; &lt;/head&gt;&lt;!--');
    expect(plain('a\u0000b\nc \uD800')).toBe('a b c \uFFFD');
    for (const page of [pollTags(hostile, 'abc', paths), embedPage(hostile, paths)])
      expect(page).not.toMatch(/<script|<!--|\u202E/);
    expect(pollTags(hostile, 'abc', paths).match(/<\/head>/g)).toBeNull();
    expect(oembed(hostile, { url: paths.poll(9) }, 'abc', paths)['html']).not.toMatch(/<script/);
  });

  it('stands in the page as it is, also where it looks like a pattern of a replacement', () => {
    const fill = pollPage(
      '<html><head><meta charset="utf-8"><title>Inkling</title><meta name="description" content="x"/></head>' +
        '<body></body></html>',
    )!;
    expect(fill('<title>$& $1 $`</title>')).toBe(
      '<html><head><meta charset="utf-8"><title>$& $1 $`</title>\n</head><body></body></html>',
    );
    expect(pollPage('<p>no head</p>')).toBeUndefined();
  });

  it('stands before the styles, since some sites read only the first part of a page', () => {
    const fill = pollPage(
      '<html><head lang="en"><meta charset="utf-8"><title>Inkling</title><style>a{}</style></head></html>',
    )!;
    expect(fill('<title>Tea?</title>')).toBe(
      '<html><head lang="en"><meta charset="utf-8"><title>Tea?</title>\n<style>a{}</style></head></html>',
    );
    expect(pollPage('<html><head><style>a{}</style></head></html>')!('<title>Tea?</title>')).toBe(
      '<html><head><title>Tea?</title>\n<style>a{}</style></head></html>',
    );
  });

  it('is drawn in its own script and with its emoji, and not at all in a script that the fonts lack', () => {
    for (const text of ['Fern 🌿 or 👩‍👩‍👧 кактус, žluť?', 'ما هو لونك المفضل؟', '何が好き?', '🌿🌿', 'दोस्तों के साथ?'])
      expect(drawable(text)).toBe(text);
    for (const text of ['ខ្មែរ', '\u202E\u0007', '\uE000']) expect(drawable(text)).toBeUndefined();
    const strange = { ...hidden, question: 'ខ្មែរ?', options: [{ text: '日本' }, { text: 'ខ្មែរ' }], user: null };
    expect(words(cardLayout(cardContent(strange)))).toEqual(
      expect.arrayContaining(['A poll on Inkling', '日本', 'Option 2', 'Someone on Inkling']),
    );
  });
});

describe('results', () => {
  it('are shown where anyone may see them', () => {
    expect(resultsOf(poll)).toEqual([
      { percent: 58, leads: true },
      { percent: 42, leads: false },
      { percent: 0, leads: false },
    ]);
    expect(describePoll(poll)).toBe('Tea 58% · Coffee 42% · Neither 0% (12 votes)');
    expect(words(cardLayout(cardContent(poll)))).toEqual(
      expect.arrayContaining(['Tea or coffee?', '58%', '42%', '0%', '12 votes']),
    );
    expect(embedPage(poll, paths)).toContain('<b>58%</b>');
  });

  it('stand in another page with the picture and the face, whose words cannot leave their place', () => {
    const info = { kind: 'image' as const, width: 4, height: 3, thumbhash: null, duration: null, alt: HOSTILE };
    const page = embedPage({ ...poll, media: '/uploads/x.jpg', mediaInfo: info }, paths, {
      picture: 'data:image/jpeg;base64,AAAA',
      avatar: 'data:image/jpeg;base64,BBBB',
    });
    expect(page).toContain('<img class="avatar" src="data:image/jpeg;base64,BBBB" alt="">');
    expect(page).toMatch(/<img class="picture" src="data:image\/jpeg;base64,AAAA" alt="&quot;&gt;&lt;script/);
  });

  it('states the language of the words, where it is known', () => {
    const page = embedPage({ ...hidden, language: 'de' }, paths);
    expect(page).toContain('<h1 dir="auto" lang="de">');
    expect(page).toContain('<ul dir="auto" lang="de">');
    expect(embedPage({ ...hidden, language: null }, paths).match(/lang=/g)).toHaveLength(1);
  });

  it('begin in another page at the side where their text begins', () => {
    const page = embedPage({ ...hidden, options: [{ text: 'صباحًا' }, { text: 'ليلًا' }] }, paths);
    // A text with its own direction would not count for the list's.
    expect(page).toContain('<ul dir="auto">\n<li class="open"><span>صباحًا</span></li>');
  });

  it('are nowhere while they are hidden, even if counts came along', () => {
    for (const secret of [hidden, { ...poll, resultsVisible: false }]) {
      const shown = [
        pollTags(secret, cardState(secret), paths),
        JSON.stringify(words(cardLayout(cardContent(secret)))),
        embedPage(secret, paths).replace(/<style>.*<\/style>/s, ''),
        JSON.stringify(oembed(secret, { url: paths.poll(9) }, '', paths)).replace('max-width:100%', ''),
      ];
      for (const text of shown) expect(text).not.toMatch(/\d%|58|42|\b7\b|\b5\b/);
      expect(cardState(secret)).toBe(cardState(hidden));
    }
    expect(describePoll(hidden)).toBe('Tea · Coffee · Neither (12 votes)');
  });

  it('say what percentages are of, and how the poll is answered', () => {
    const texts = (fields: Partial<PollPreview>) => {
      const shown = { ...poll, ...fields };
      const [description, card] = [describePoll(shown), words(cardLayout(cardContent(shown)))];
      for (const text of card.slice(-2, -1)) expect(embedPage(shown, paths)).toContain(html(text));
      return [description, ...card.slice(-3, -1)];
    };
    const multiple = { method: 'multiple', minChoices: 1, maxChoices: 2, votesCount: 10 } as const;
    expect(texts(multiple)).toEqual([
      'Tea 70% · Coffee 50% · Neither 0% (10 voters, % of voters)',
      '10 voters',
      '% of voters',
    ]);
    expect(texts({ ...multiple, resultsVisible: false })[2]).toBe('Choose up to 2');
    expect(texts({ ...multiple, minChoices: 2, resultsVisible: false })[2]).toBe('Choose 2');
    const ranked = { method: 'ranked', minChoices: 1, maxChoices: 3 } as const;
    expect(texts({ ...ranked, resultsVisible: false })[2]).toBe('Rank the options');
    expect(texts(ranked)[2]).toBe('First choices');
    expect(texts({ ...ranked, winner: 1, endDate: '2026-01-02T00:00:00.000Z' })).toEqual([
      'Tea 58% · Coffee 42% · Neither 0% (12 votes, decided by run-off, poll ended, winner: Coffee)',
      '12 votes',
      'Decided by run-off',
    ]);
    expect(texts({ sealed: true, countedVotes: 10 })[2]).toBe('Sealed · 10 counted');
    expect(texts({ sealed: true, countedVotes: 0 })).toEqual([
      'Tea · Coffee · Neither (12 votes, sealed)',
      '12 votes',
      'Sealed',
    ]);
  });

  it('name the right answer of a quiz only where it is open to all', () => {
    const quiz = { ...poll, quiz: { answer: 2, explanation: 'Because.' } };
    expect(describePoll(quiz)).toMatch(/\(12 votes, quiz, right answer: Neither\)$/);
    const secret = { ...quiz, resultsVisible: false };
    expect(describePoll(secret)).toBe('Tea · Coffee · Neither (12 votes, quiz)');
    expect(cardState(secret)).toBe(cardState({ ...secret, quiz: {} }));
    expect(embedPage(secret, paths)).toBe(embedPage({ ...secret, quiz: {} }, paths));
  });

  it('make another state of the card, as do the end and the words', () => {
    const states = [
      poll,
      hidden,
      { ...poll, votesCount: 13 },
      { ...poll, question: 'Other?' },
      { ...poll, endDate: '2026-01-02T00:00:00.000Z' },
      { ...poll, id: 10 },
    ].map(cardState);
    expect(new Set(states).size).toBe(states.length);
    expect(cardState({ ...poll })).toBe(states[0]);
  });
});

describe('oEmbed', () => {
  it('knows the addresses of this server’s polls alone', () => {
    expect(pollIdOf('https://polls.example.org/poll/9?utm_source=x#y', paths)).toBe(9);
    for (const address of [
      'https://evil.example/poll/9',
      'http://polls.example.org/poll/9',
      'https://polls.example.org:8443/poll/9',
      'https://a@polls.example.org/poll/9',
      'https://polls.example.org/poll/0',
      'https://polls.example.org/poll/9/x',
      'https://polls.example.org/profile/9',
      'javascript:alert(1)',
    ]) {
      expect(() => pollIdOf(address, paths)).toThrow(expect.objectContaining({ code: 'not-found' }));
    }
    for (const query of [
      {},
      { url: 'nothing' },
      { url: paths.poll(9), format: 'xml' },
      { url: paths.poll(9), maxwidth: '0' },
    ])
      expect(OembedQuery.safeParse(query).success).toBe(false);
  });

  it('stays within the size that is asked for', () => {
    const answer = oembed(poll, { url: paths.poll(9), maxwidth: 300, maxheight: 200 }, 'abc', paths);
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 300,
      height: 200,
      title: 'Tea or coffee?',
      author_name: 'Ada',
    });
    expect(answer).not.toHaveProperty('thumbnail_url');
    expect(oembed(poll, { url: paths.poll(9) }, 'abc', paths)).toMatchObject({
      thumbnail_url: 'https://polls.example.org/share/poll/9.png?v=abc',
      thumbnail_width: 1200,
    });
  });
});
