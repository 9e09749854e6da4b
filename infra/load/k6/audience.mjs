/** Who takes part in a load and what they vote on: made through the API, and the accounts kept for the next time. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LaunchFailure } from '../../local/failure.mjs';
import { dataPaths } from '../../local/paths.mjs';
import { Person, Refused } from './person.mjs';

/** Password hashing takes its time; the server does few at once. */
const SIGN_INS_AT_ONCE = 6;
const POLLS_AT_ONCE = 16;
export const OPTIONS = ['Before breakfast', 'At lunch', 'In the evening', 'Late at night'];

/**
 * Does work for each item, some at once.
 * @template T, R
 * @param {readonly T[]} items
 * @param {number} atOnce
 * @param {(item: T, index: number) => Promise<R>} work
 * @returns {Promise<R[]>} in the order of the items
 */
export async function each(items, atOnce, work) {
  /** @type {R[]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(/** @type {T} */ (items[index]), index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/**
 * Signs in the accounts of earlier loads on this instance and signs up those that are missing.
 * @param {{ origin: string, users: number, dataDir: string }} options
 * @returns {Promise<Person[]>}
 * @throws {LaunchFailure} when the instance takes no more sign-ups from here
 */
export async function gather({ origin, users, dataDir }) {
  const file = join(dataPaths(dataDir).root, 'load', `${new URL(origin).host.replace(/[^\w.-]/g, '_')}.json`);
  const pool = await readPool(file);
  let made = pool.made;
  // A first look: fifty failed sign-ins would count against this address.
  const first = await enter(origin, 0, pool, made > 0);
  if (!first.known) made = 0;
  try {
    const rest = await each(
      Array.from({ length: users - 1 }, (_, n) => n + 1),
      SIGN_INS_AT_ONCE,
      async (index) => (await enter(origin, index, pool, index < made)).person,
    );
    await keep(file, { ...pool, made: Math.max(made, users) });
    return [first.person, ...rest];
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 429) throw error;
    await keep(file, { tag: randomBytes(4).toString('hex'), password: pool.password, made: 0 });
    throw new LaunchFailure(
      `${origin} takes no more sign-ups from this address for now${error.retryAfter ? ` (${error.retryAfter} s)` : ''}. Start an instance for load tests with AUTH_SIGNUPS_PER_IP=${users * 4}, or take part with fewer: --users.`,
      { cause: error },
    );
  }
}

async function enter(origin, index, pool, known) {
  const person = new Person(origin, index);
  const username = `load_${pool.tag}_${index}`;
  const account = { email: `${username}@example.org`, password: pool.password, username };
  await person.enter({ ...account, known }).catch((error) => {
    // A run that was cut off had made it already.
    if (known || error.code !== 'auth/email-already-in-use') throw error;
    return person.enter({ ...account, known: true });
  });
  return { person, known };
}

async function readPool(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT')
      throw new LaunchFailure(`${file} cannot be read: delete it, and new accounts are made.`, { cause: error });
    return { tag: randomBytes(4).toString('hex'), password: randomBytes(18).toString('base64url'), made: 0 };
  }
}

async function keep(file, pool) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(pool), { mode: 0o600 });
}

/**
 * @param {Person[]} people authors in turn
 * @param {number} count
 * @returns {Promise<{ id: number, author: Person }[]>}
 */
export function askPolls(people, count) {
  const label = Date.now().toString(36);
  return each(
    Array.from({ length: count }, (_, n) => n),
    POLLS_AT_ONCE,
    async (n) => {
      const author = /** @type {Person} */ (people[n % people.length]);
      const { body } = await author.send('POST', '/api/polls', {
        question: `Load test ${label}, poll ${n + 1}: when do you think best?`,
        options: OPTIONS,
      });
      return { id: body.id, author };
    },
  );
}

/** @param {{ id: number, author: Person }[]} polls */
export const deletePolls = (polls) =>
  each(polls, POLLS_AT_ONCE, ({ id, author }) => author.send('DELETE', `/api/polls/${id}`));

/**
 * @param {{ id: number, author: Person }[]} polls
 * @returns {Promise<Map<number, number>>} votes by poll, as the API counts them
 */
export async function countVotes(polls) {
  const totals = await each(
    polls,
    POLLS_AT_ONCE,
    async ({ id, author }) => (await author.send('GET', `/api/polls/${id}`)).body.votesCount,
  );
  return new Map(polls.map(({ id }, index) => [id, totals[index] ?? 0]));
}
