/** What is read at each size: requests, drawn from all that is there, and what each answer has to hold. */
import { LIST_PAGE_SIZE, PAGE_SIZE } from '@inkling/contracts';
import { mulberry32 } from '../../demo/random.mts';
import { oneOf, upTo, VOCABULARY } from './vocabulary.mts';
import type { Filled } from './seeding.mts';

/** Different requests of a kind, asked in turn. */
const REQUESTS = 10_000;
const LETTERS = 'abcdefghiklmnoprstuvz';

/** The fields of all answers; each kind of read has some of them. */
interface Answer {
  id: number;
  length: number;
  status: string;
  polls: { question: string }[];
  users: { name: string; username: string }[];
}

export interface Read {
  name: string;
  paths: string[];
  /** What was asked for. */
  holds: (body: Answer, path: string) => boolean;
}

/** What the computer and the gateway alone take. */
export const REFERENCE = '/health/live';

const search = (query: string) => `/api/search?q=${encodeURIComponent(query)}`;
const queryOf = (path: string) => new URL(path, 'http://localhost').searchParams.get('q') ?? '';
const startsWord = (text: string, start: string) => ` ${text.toLowerCase()}`.includes(` ${start}`);

/** A word with one mistake in it: a letter missing, or another one. */
function mistyped(random: () => number, word: string) {
  for (;;) {
    const at = 1 + upTo(random, word.length - 1);
    const typed = word.slice(0, at) + (random() < 0.5 ? '' : oneOf(random, [...LETTERS])) + word.slice(at + 1);
    if (typed !== word && !VOCABULARY.includes(typed)) return typed;
  }
}

/** @param usernames of some users who are there at every size */
export async function readsAt({ size, rare }: Filled, usernames: readonly string[]): Promise<Read[]> {
  const { encodeCursor } = await import('../../../services/polls/dist/feed/cursor.js');
  const random = mulberry32(size);
  const times = (path: () => string, count = REQUESTS) => Array.from({ length: count }, path);
  const ranked = (from: number, to: number) => VOCABULARY.slice(from, to);
  const word = (words: readonly string[]) => oneOf(random, words);
  const isPage = ({ polls }: Answer) => polls.length >= PAGE_SIZE;
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
      holds: ({ polls }, path) => polls.some(({ question }) => question.includes(queryOf(path))),
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
      holds: ({ users }, path) => users.some(({ name }) => startsWord(name, queryOf(path).split(' ')[0] ?? '')),
    },
    { name: 'notification list', paths: ['/api/notifications'], holds: (body) => body.length === LIST_PAGE_SIZE },
    { name: REFERENCE, paths: [REFERENCE], holds: ({ status }) => status === 'ok' },
  ];
}
