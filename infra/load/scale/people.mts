/** Users in bulk: their accounts, and what each service that is measured keeps of them. */
import { mulberry32 } from '../../demo/random.mts';
import { sessionIdSql } from '../tokens.mts';
import { takeIds } from './bulk.mts';
import { person } from './vocabulary.mts';
import type { Connections } from './seeding.mts';
import type { Client } from 'pg';

const BATCH = 5_000;

/**
 * Each of them will ask one poll. It is counted already: counted by an update of all rows at once, which never
 * happens to the product, authors would take twice the room.
 * @returns the first one's id; the others follow it
 */
export async function addPeople({ plain, search, index }: Connections, count: number): Promise<number> {
  const first = await takeIds(plain, 'auth.accounts', count);
  const random = mulberry32(first);
  let stored = Promise.resolve();
  for (let start = 0; start < count; start += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => {
      const userId = first + start + n;
      return {
        userId,
        ...person(random, userId),
        profilePicture: userId % 2 === 0 ? `/uploads/${userId.toString(36).padStart(26, '0')}.webp` : null,
      };
    });
    await Promise.all([addAccounts(plain, people), stored]);
    stored = index.storePeople(people);
  }
  await stored;
  await search.query('analyze user_documents');
  const columns = 'user_id, name, username, profile_picture, version';
  for (const [projection, more, values] of [
    ['notifications.profiles', '', ''],
    ['polls.authors', ', polls_count', ', 1'],
  ]) {
    await plain.query(
      `insert into ${projection} (${columns}${more})
       select ${columns}${values} from search.user_documents where user_id between $1 and $2 order by user_id`,
      [first, first + count - 1],
    );
  }
  return first;
}

async function addAccounts(
  plain: Client,
  people: { userId: number; name: string; username: string; profilePicture: string | null }[],
) {
  await plain.query(
    `insert into auth.accounts (id, email, email_key, name, username, username_key, profile_picture,
       has_completed_profile)
     overriding system value
     select "userId", username || '@example.org', username || '@example.org', name, username, username,
       "profilePicture", true
     from jsonb_to_recordset($1::jsonb) as t ("userId" bigint, name text, username text, "profilePicture" text)`,
    [JSON.stringify(people)],
  );
}

/** Opens the sessions of those who will read. */
export async function openSessions(plain: Client, userIds: readonly number[]) {
  await plain.query(
    `insert into auth.sessions (id, account_id, user_agent)
     select ${sessionIdSql('id')}, id, 'benchmark' from unnest($1::bigint[]) id on conflict do nothing`,
    [userIds],
  );
}
