/** Who takes part in a load and what they vote on: made through the API, and the accounts kept for the next time. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ApiFailure } from '../../demo/client.mts';
import { each } from '../../demo/each.mts';
import { LaunchFailure, codeOf } from '../../local/failure.mjs';
import { dataPaths } from '../../local/paths.mjs';
import { Person } from './person.mts';

/** Password hashing takes its time; the server does few at once. */
const SIGN_INS_AT_ONCE = 6;
const POLLS_AT_ONCE = 16;
export const OPTIONS = ['Before breakfast', 'At lunch', 'In the evening', 'Late at night'];

/**
 * Signs in the accounts of earlier loads on this instance and signs up those that are missing.
 * @throws {LaunchFailure} when the instance takes no more sign-ups from here
 */
export async function gather({
  origin,
  users,
  dataDir,
}: {
  origin: string;
  users: number;
  dataDir: string;
}): Promise<Person[]> {
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
    if (!(error instanceof ApiFailure) || error.status !== 429) throw error;
    await keep(file, { tag: randomBytes(4).toString('hex'), password: pool.password, made: 0 });
    const wait = error.retryAfter ? ` (${error.retryAfter} s)` : '';
    throw new LaunchFailure(
      `${origin} takes no more sign-ups from this address for now${wait}. Start an instance for load tests with ` +
        `AUTH_SIGNUPS_PER_IP=${users * 4}, or take part with fewer: --users.`,
      { cause: error },
    );
  }
}

/** Accounts of earlier runs, kept in a file. */
interface Pool {
  tag: string;
  password: string;
  made: number;
}

async function enter(origin: string, index: number, pool: Pool, known: boolean) {
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

async function readPool(file: string): Promise<Pool> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      throw new LaunchFailure(`${file} cannot be read: delete it, and new accounts are made.`, { cause: error });
    return { tag: randomBytes(4).toString('hex'), password: randomBytes(18).toString('base64url'), made: 0 };
  }
}

async function keep(file: string, pool: Pool) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(pool), { mode: 0o600 });
}

/** @param people authors in turn */
export function askPolls(people: Person[], count: number): Promise<{ id: number; author: Person }[]> {
  const label = Date.now().toString(36);
  return each(
    Array.from({ length: count }, (_, n) => n),
    POLLS_AT_ONCE,
    async (n) => {
      const author = people[n % people.length] as Person;
      const { body } = await author.send('POST', '/api/polls', {
        question: `Load test ${label}, poll ${n + 1}: when do you think best?`,
        options: OPTIONS,
      });
      return { id: body.id, author };
    },
  );
}

export const deletePolls = (polls: { id: number; author: Person }[]) =>
  each(polls, POLLS_AT_ONCE, ({ id, author }) => author.send('DELETE', `/api/polls/${id}`));

/** @returns votes by poll, as the API counts them */
export async function countVotes(polls: { id: number; author: Person }[]): Promise<Map<number, number>> {
  const totals = await each(
    polls,
    POLLS_AT_ONCE,
    async ({ id, author }) => (await author.send<{ votesCount: number }>('GET', `/api/polls/${id}`)).body.votesCount,
  );
  return new Map(polls.map(({ id }, index) => [id, totals[index] ?? 0]));
}
