/** What is read at each size: requests, drawn from all that is there, and what each answer has to hold. */
import { LIST_PAGE_SIZE, PAGE_SIZE } from '@inkling/contracts';
import { chance, oneOf, upTo } from './chance.mjs';
import { VOCABULARY } from './vocabulary.mjs';

const CURSOR = new URL('../../../services/polls/dist/feed/cursor.js', import.meta.url);
/** Different requests of a kind, asked in turn. */
const REQUESTS = 10_000;
const LETTERS = 'abcdefghiklmnoprstuvz';

/**
 * @typedef {object} Read
 * @property {string} name
 * @property {string[]} paths
 * @property {(body: any, path: string) => boolean} holds what was asked for
 */

/** What the computer and the gateway alone take. */
export const REFERENCE = '/health/live';

/** @param {string} query */
const search = (query) => `/api/search?q=${encodeURIComponent(query)}`;
const queryOf = (/** @type {string} */ path) => new URL(path, 'http://localhost').searchParams.get('q') ?? '';
const startsWord = (/** @type {string} */ text, /** @type {string} */ start) =>
  ` ${text.toLowerCase()}`.includes(` ${start}`);

/**
 * A word with one mistake in it: a letter missing, or another one. @param {() => number} random @param {string} word
 */
function mistyped(random, word) {
  for (;;) {
    const at = 1 + upTo(random, word.length - 1);
    const typed = word.slice(0, at) + (random() < 0.5 ? '' : oneOf(random, [...LETTERS])) + word.slice(at + 1);
    if (typed !== word && !VOCABULARY.includes(typed)) return typed;
  }
}

/**
 * @param {import('./seeding.mjs').Filled} filled
 * @param {readonly string[]} usernames of some users who are there at every size
 * @returns {Promise<Read[]>}
 */
export async function readsAt({ size, rare }, usernames) {
  const { encodeCursor } = await import(CURSOR.href);
  const random = chance(size);
  const times = (/** @type {() => string} */ path, count = REQUESTS) => Array.from({ length: count }, path);
  const ranked = (/** @type {number} */ from, /** @type {number} */ to) => VOCABULARY.slice(from, to);
  const word = (/** @type {readonly string[]} */ words) => oneOf(random, words);
  const isPage = (/** @type {any} */ { polls }) => polls.length >= PAGE_SIZE;
  // Words that a page of polls has at every size, so that answers are alike; but for the rare ones, which few have at
  // any.
  return [
    { name: 'feed, first page', paths: ['/api/polls'], holds: isPage },
    // Of the older half, so that nothing newest is in it.
    {
      name: 'feed, page by cursor',
      paths: times(() => `/api/polls?cursor=${encodeCursor({ pollId: PAGE_SIZE + 1 + upTo(random, size / 2) })}`),
      holds: isPage,
    },
    {
      name: 'poll page',
      paths: times(() => `/api/polls/${1 + upTo(random, size)}`),
      holds: (body, path) => path === `/api/polls/${body.id}`,
    },
    { name: 'search, common word', paths: ranked(5, 25).map(search), holds: ({ polls }) => polls.length > 0 },
    {
      name: 'search, two words',
      paths: times(() => search(`${word(ranked(0, 5))} ${word(ranked(5, 40))}`), 200),
      holds: ({ polls }) => Array.isArray(polls),
    },
    {
      name: 'search, rare word',
      paths: rare.map(search),
      holds: ({ polls }, path) =>
        polls.some((/** @type {{ question: string }} */ { question }) => question.includes(queryOf(path))),
    },
    {
      name: 'search, prefix',
      paths: [...new Set(ranked(0, 200).map((each) => search(each.slice(0, 3))))],
      holds: ({ polls }) => polls.length > 0,
    },
    {
      name: 'search, typo',
      paths: times(() => search(mistyped(random, word(ranked(5, 60).filter(({ length }) => length >= 5)))), 200),
      holds: ({ polls }) => polls.length > 0,
    },
    {
      name: 'search, username',
      paths: usernames.map(search),
      holds: ({ users }, path) => users[0]?.username === queryOf(path),
    },
    {
      name: 'search, name',
      paths: usernames.map((username) => search(`${username.split('_')[0]} ${username.split('_')[1]?.slice(0, 4)}`)),
      holds: ({ users }, path) =>
        users.some((/** @type {{ name: string }} */ { name }) => startsWord(name, queryOf(path).split(' ')[0] ?? '')),
    },
    { name: 'notification list', paths: ['/api/notifications'], holds: (body) => body.length === LIST_PAGE_SIZE },
    { name: REFERENCE, paths: [REFERENCE], holds: ({ status }) => status === 'ok' },
  ];
}
