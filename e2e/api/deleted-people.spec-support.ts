import { readdir } from 'node:fs/promises';
import { SERVICES } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import sharp from 'sharp';
import { expectStatus, type Api, type Person } from './api.spec-support.js';

/** Every word of a planted canary begins like this; no other text does. */
export const CANARY = 'zqa';

/** Columns with the id of a deleted person. */
export const TOMBSTONES = [
  'auth.account_deletions.account_id',
  'auth.account_deletion_confirmations.account_id',
  'polls.authors.user_id',
  'polls.purged_users.user_id',
  'social.profiles.user_id',
  'social.purged_users.user_id',
  'notifications.profiles.user_id',
  'notifications.purged_users.user_id',
  'notifications.comments.user_id',
  'search.user_documents.user_id',
  'search.purged_users.user_id',
  'insights.purged_users.user_id',
  'community.purged_users.user_id',
];

/** Where a text or a number was found: `schema.table.column`, with the number of rows. */
export type Finds = Record<string, number>;

/** SQL condition: a partition repeats the columns of its table. */
export const WHOLE =
  'not (select relispartition from pg_class where oid = format($$%I.%I$$, table_schema, table_name)::regclass)';

const TEXTS = `
  select table_schema as schema, table_name as table, column_name as column from information_schema.columns
  where table_schema = any($1) and ${WHOLE}
    and (data_type in ('text', 'json', 'jsonb', 'tsvector', 'character varying', 'bytea') or udt_name = '_text')
  order by 1, 2, 3`;
const NUMBERS = `
  select table_schema as schema, table_name as table, column_name as column from information_schema.columns
  where table_schema = any($1) and ${WHOLE} and data_type in ('bigint', 'integer') order by 1, 2, 3`;

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

async function search(api: Api, columns: string, condition: string, value: unknown): Promise<Finds> {
  const finds: Finds = {};
  for (const { schema, table, column } of await api.stack.sql<Column>('auth', columns, [SERVICES])) {
    const [row] = await api.stack.sql<{ count: number }>(
      'auth',
      `select count(*)::int as count from "${schema}"."${table}" where ${condition.replaceAll('COLUMN', `"${column}"`)}`,
      [value],
    );
    if (row!.count > 0) finds[`${schema}.${table}.${column}`] = row!.count;
  }
  return finds;
}

/** Columns of all services' tables that contain one of the texts, whatever its case. */
export const findText = (api: Api, ...texts: readonly string[]): Promise<Finds> =>
  search(
    api,
    TEXTS,
    'COLUMN::text ilike any($1)',
    texts.map((text) => `%${text}%`),
  );

/** Columns of all services' tables that contain the number. */
export const findNumber = (api: Api, number: number): Promise<Finds> =>
  search(api, NUMBERS, 'COLUMN = $1::bigint', number);

/** The kinds of canary, by their word. */
export type Canaries = Record<
  'name' | 'username' | 'email' | 'poll' | 'comment' | 'search' | 'contact' | 'token' | 'letter' | 'muted',
  string
>;

export interface Planted {
  readonly person: Person;
  readonly words: Canaries;
  /** The person's own poll, and the poll of another author that they took part in. */
  readonly own: number;
  readonly other: number;
  /** The poll of somebody whom the person blocked after taking part in it. */
  readonly blocked: number;
  readonly pictures: string[];
}

/** A person who has left a trace of every kind. @param mark makes the words of this person's canaries unique */
export async function plant(api: Api, author: Person, other: number, mark: string): Promise<Planted> {
  const word = (kind: string) => `${CANARY}${mark}${kind}`;
  const words: Canaries = {
    name: word('name'),
    username: word('user'),
    email: word('mail'),
    poll: word('poll'),
    comment: word('comment'),
    search: word('search'),
    contact: word('contact'),
    token: word('token'),
    letter: word('letter'),
    muted: word('muted'),
  };
  const client = api.client();
  const email = `${words.email}@example.org`;
  await expectStatus(client.post('/api/auth/signup', { email, password: 'correct horse' }), 201);
  const profile = new FormData();
  profile.set('name', `${words.name} Canary`);
  profile.set('username', words.username);
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c40' } })
    .png()
    .toBuffer();
  profile.set('profilePicture', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }));
  const { body: user } = await expectStatus(
    client.send<Person['user']>('POST', '/api/users/create-profile', profile),
    200,
  );
  const person = Object.assign(client, { user });
  await api.stack.sql('auth', 'update accounts set email_verified = true where id = $1', [user.id]);

  const form = new FormData();
  form.set('question', `Is ${words.poll} a word?`);
  form.set('options', JSON.stringify(['Yes', 'No']));
  form.set('media', new File([new Uint8Array(picture)], 'poll.png', { type: 'image/png' }));
  const { body: poll } = await expectStatus(
    client.send<{ id: number; media: string }>('POST', '/api/polls', form),
    201,
  );
  await expectStatus(author.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
  await expectStatus(author.post('/api/likes', { pollId: poll.id }), 200);
  await expectStatus(client.post('/api/votes', { pollId: other, optionIndex: 1 }), 200);
  await expectStatus(client.post('/api/likes', { pollId: other }), 200);
  await expectStatus(client.post('/api/saves', { pollId: other }), 200);
  await expectStatus(client.send('PUT', `/api/polls/${other}/reminder`), 204);
  await expectStatus(client.post('/api/comments', { pollId: other, content: `${words.comment} it is` }), 201);
  await expectStatus(client.post('/api/follows', { followingId: author.user.id }), 200);
  await expectStatus(author.post('/api/follows', { followingId: user.id }), 200);
  await expectStatus(client.get(`/api/search?q=${words.search}`), 200);
  const contact = { firstName: 'Ada', lastName: 'Nym', email, message: `${words.contact} please` };
  await api.stack.sql('notifications', 'delete from contact_limits');
  await expectStatus(client.post('/api/contact', contact), 204);
  await client.post('/api/users/me/topics', { topics: ['food'] });
  const blocked = await plantBlocks(api, person, words);
  // No push service runs here, so the device is stored directly; a dead letter likewise.
  await api.stack.sql(
    'notifications',
    `insert into push_tokens (user_id, sender, token, token_hash, device_type)
     values ($1, 'web-push', $2::text, sha256(convert_to($2::text, 'UTF8')), 'web')`,
    [user.id, words.token],
  );
  await api.stack.sql(
    'search',
    `insert into dead_letters (consumer, subject, payload, error, attempts) values ('spec', 'spec', $1, 'spec', 1)`,
    [JSON.stringify({ data: { userId: user.id, name: words.letter } })],
  );
  const planted = { person, words, own: poll.id, other, blocked, pictures: [poll.media, user.profilePicture!] };
  // Everything has arrived: in the index, in lists and in recent searches.
  await eventually(async () => {
    const notices = await api.stack.sql(
      'notifications',
      `select kind from notices where actor_id = $1 and card is not null`,
      [user.id],
    );
    const document = await api.stack.sql('search', `select 1 from user_documents where name ilike $1`, [
      `%${words.name}%`,
    ]);
    const recent = await api.stack.sql('search', `select 1 from recent_searches where user_id = $1`, [user.id]);
    const vocabulary = await api.stack.sql('search', `select 1 from words where word = any($1)`, [
      [words.name, words.poll],
    ]);
    return notices.length >= 2 && document.length === 1 && recent.length === 1 && vocabulary.length === 2;
  });
  return planted;
}

/**
 * The person blocks and is blocked, mutes and is muted, and mutes a word.
 * @returns the poll of the person who is blocked
 */
async function plantBlocks(api: Api, person: Person, words: Canaries): Promise<number> {
  const userId = person.user.id;
  const [apart, blocking] = [await api.person('Apart'), await api.person('Blocking')];
  const { id: pollId } = await api.poll(apart);
  await expectStatus(person.post('/api/votes', { pollId, optionIndex: 0 }), 200);
  await expectStatus(person.post('/api/likes', { pollId }), 200);
  await expectStatus(person.post('/api/saves', { pollId }), 200);
  await expectStatus(person.send('PUT', `/api/polls/${pollId}/reminder`), 204);
  await expectStatus(person.post('/api/comments', { pollId, content: `${words.comment} once` }), 201);
  await expectStatus(person.post('/api/blocks', { userId: apart.user.id }), 200);
  await expectStatus(blocking.post('/api/blocks', { userId }), 200);
  await expectStatus(person.post('/api/mutes', { userId: blocking.user.id }), 200);
  await expectStatus(apart.post('/api/mutes', { userId }), 200);
  await expectStatus(person.post('/api/muted-words', { words: [words.muted] }), 200);
  await eventually(async () => {
    const rows = await Promise.all([
      api.stack.sql('polls', 'select 1 from hidden_users where viewer_id = $1 or user_id = $1', [userId]),
      ...['search', 'notifications'].flatMap((service) => [
        api.stack.sql(service, 'select 1 from blocks where blocker_id = $1 or blocked_id = $1', [userId]),
        api.stack.sql(service, 'select 1 from mutes where muter_id = $1 or muted_id = $1', [userId]),
      ]),
    ]);
    return rows.map((found) => found.length).join() === '4,2,2,2,2';
  });
  return pollId;
}

/** Names of the stored objects. */
export const storedObjects = async (api: Api): Promise<string[]> =>
  (await readdir(api.mediaFolder, { recursive: true })).filter((name) => name.includes('.'));

/** The state of a deletion in auth. */
export async function deletionOf(api: Api, userId: number) {
  const [row] = await api.stack.sql<{ started_at: Date | null; finished_at: Date | null; email: string | null }>(
    'auth',
    'select started_at, finished_at, email from account_deletions where account_id = $1',
    [userId],
  );
  return row;
}

/** The deletion's day has come. */
export const makeDue = (api: Api, userId: number) =>
  api.stack.sql('auth', `update account_deletions set due_at = now() - interval '1 second' where account_id = $1`, [
    userId,
  ]);

/** The days for which events are kept have passed. */
export async function forgetEvents(api: Api): Promise<void> {
  for (const service of SERVICES) await api.stack.sql(service, 'delete from outbox where published_at is not null');
}
