import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DELETED_USER_ID, adminRpc, type Poll, type PollPage, type SearchResults } from '@inkling/contracts';
import { USER_COLUMNS as OF_COMMUNITY } from '@inkling/community';
import { USER_COLUMNS as OF_INSIGHTS } from '@inkling/insights';
import { USER_COLUMNS as OF_NOTIFICATIONS } from '@inkling/notifications';
import { USER_COLUMNS as OF_POLLS } from '@inkling/polls';
import { USER_COLUMNS as OF_SEARCH } from '@inkling/search';
import { USER_COLUMNS as OF_SOCIAL } from '@inkling/social';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, type Person } from './api.spec-support.js';
import {
  CANARY,
  TOMBSTONES,
  WHOLE,
  deletionOf,
  findNumber,
  findText,
  forgetEvents,
  makeDue,
  plant,
  storedObjects,
  type Planted,
} from './deleted-people.spec-support.js';

/** What each purge does with every column that holds a user's id. */
const PURGED: Record<string, Readonly<Record<string, string>>> = {
  polls: OF_POLLS,
  social: OF_SOCIAL,
  notifications: OF_NOTIFICATIONS,
  search: OF_SEARCH,
  insights: OF_INSIGHTS,
  community: OF_COMMUNITY,
};
/** Ids that no other number in the databases equals. */
const FIRST_ID = 700_000_001;
describe('people who delete their accounts', () => {
  let api: Api;
  let author: Person;
  let other: Poll;
  beforeAll(async () => {
    api = await Api.start({
      ACCOUNT_DELETION_SWEEP_MS: '50',
      ACCOUNT_DELETION_SETTLE_SECONDS: '1',
      NOTICE_INTERVAL_MS: '0',
      CONTACT_PER_IP: '1000',
    });
    await api.stack.sql('auth', `alter table accounts alter column id restart with ${FIRST_ID}`);
    author = await api.person('Author');
    other = await api.poll(author);
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

  const results = async (pollId: number) => {
    const [row] = await api.stack.sql<{
      votes: number[];
      votes_count: number;
      likes_count: number;
      comments_count: number;
    }>('polls', 'select votes, votes_count, likes_count, comments_count from poll_counters where poll_id = $1', [
      pollId,
    ]);
    return row;
  };
  const filters = async () => (await api.stack.sql('polls', 'select 1 from viewer_filters where active')).length;
  const carryOut = async ({ person }: Planted) => {
    await makeDue(api, person.user.id);
    await eventually(async () => (await deletionOf(api, person.user.id))?.finished_at != null, { timeoutMs: 30_000 });
    await forgetEvents(api);
  };
  /** Everything that another person can read. */
  const readable = async (userId: number): Promise<string> => {
    const paths = [
      '/api/polls',
      `/api/polls/${other.id}`,
      `/api/polls/${other.id}/comments`,
      `/api/polls/${other.id}/preview`,
      '/api/polls/trending',
      '/api/users/featured',
      '/api/users/me',
      `/api/users/${author.user.id}/followers`,
      `/api/users/${author.user.id}/following`,
      `/api/users/${userId}`,
      `/api/users/${userId}/polls`,
      `/api/users/${userId}/followers`,
      '/api/notifications',
      '/api/search/recent',
      `/api/search?q=${CANARY}`,
      '/api/topics/trending',
      `/poll/${other.id}`,
    ];
    const answers = await Promise.all(paths.map((path) => author.get(path)));
    return answers.map(({ text }) => text).join('\n');
  };

  it('are named in the purge of each service, column by column', async () => {
    for (const [service, columns] of Object.entries(PURGED)) {
      const found = await api.stack.sql<{ name: string; person: boolean }>(
        service,
        `select table_name || '.' || column_name as name,
           column_name <> 'after_id'
             and column_name ~ '^((user|person|recipient|account|.*[eo]r|.*(ed|ing))_id|.*_by)$' as person
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = $1 and table_type = 'BASE TABLE' and data_type = 'bigint' and ${WHOLE}`,
        [service],
      );
      const names = Object.keys(columns);
      const unnamed = found.filter(({ name, person }) => person && !names.includes(name));
      expect([service, unnamed.map(({ name }) => name)]).toEqual([service, []]);
      // The id of an object may be a person's, since profiles are objects; columns do not show it, the purge does.
      expect([service, names.filter((name) => !found.some((column) => column.name === name))]).toEqual([service, []]);
    }
    // In auth all goes with the account, but for the deletion itself and the names that are held.
    const free = await api.stack.sql<{ name: string }>(
      'auth',
      `select table_name || '.' || column_name as name from information_schema.columns c
       where table_schema = 'auth' and data_type = 'bigint' and column_name ~ '(account|user)_id$'
         and not exists (
           select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
           where k.contype = 'f' and k.confdeltype = 'c' and k.confrelid = 'auth.accounts'::regclass
             and k.conrelid = format('auth.%I', c.table_name)::regclass and a.attname = c.column_name
         )`,
    );
    // Exports lose their account at once, and their files with the next sweep; recovery codes go with one-time codes.
    expect(free.map(({ name }) => name).toSorted()).toEqual([
      'account_deletion_confirmations.account_id',
      'account_deletions.account_id',
      'exports.account_id',
      'held_usernames.account_id',
      'person_limits.user_id',
      'recovery_codes.account_id',
    ]);
  });

  it('are asked for a choice, can change their mind for seven days, and go on as before meanwhile', async () => {
    const { person } = await plant(api, author, other.id, 'mind');
    const path = '/api/users/me/deletion';
    expect((await person.get(path)).body).toEqual({ days: 7, pending: null });
    expect((await person.send('DELETE', path)).status).toBe(404);
    expect((await person.post(path, { polls: 'maybe' })).status).toBe(400);
    expect((await api.client().post(path, { polls: 'delete' })).status).toBe(401);
    // A session alone is not enough: its user must have proved lately who they are.
    await api.stack.sql('auth', `update sessions set proved_at = now() - interval '11 minutes' where account_id = $1`, [
      person.user.id,
    ]);
    const refused = await person.post(path, { polls: 'delete' });
    expect([refused.status, refused.body['code']]).toEqual([403, 'proof-needed']);
    expect(await deletionOf(api, person.user.id)).toBeUndefined();
    await expectStatus(person.post('/api/auth/prove', { password: 'correct horse' }), 204);
    const { body: asked } = await expectStatus(
      person.post<{ requestedAt: string; dueAt: string; polls: string }>(path, { polls: 'delete' }),
      200,
    );
    const days = (Date.parse(asked.dueAt) - Date.parse(asked.requestedAt)) / 86_400_000;
    expect([asked.polls, Math.round(days * 1_000) / 1_000]).toEqual(['delete', 7]);
    // Asking again changes what becomes of the polls, and not the day.
    const { body: again } = await expectStatus(person.post<typeof asked>(path, { polls: 'anonymous' }), 200);
    expect(again).toEqual({ ...asked, polls: 'anonymous' });
    // On the sixth day.
    await api.stack.sql('auth', `update account_deletions set due_at = due_at - interval '6 days'`);
    await expectStatus(person.post('/api/likes', { pollId: other.id }), 200);
    await expectStatus(person.send('DELETE', path), 204);
    expect((await person.get(path)).body).toEqual({ days: 7, pending: null });
    await expectStatus(person.get('/api/auth/me'), 200);
    expect(await deletionOf(api, person.user.id)).toBeUndefined();
    // A request that is taken back is mailed about no more than once, and nothing begins.
    await expectStatus(person.get(`/api/users/${person.user.id}`), 200);
  });

  it.each(['delete', 'anonymous'] as const)('leave nothing behind, their polls: %s', async (choice) => {
    const planted = await plant(api, author, other.id, choice === 'delete' ? 'gone' : 'stays');
    const { person, words, own, pictures } = planted;
    const userId = person.user.id;
    // The scan finds every kind before.
    for (const [kind, word] of Object.entries(words))
      expect([kind, Object.keys(await findText(api, word)).length > 0]).toEqual([kind, true]);
    const before = Object.keys(await findNumber(api, userId));
    for (const column of ['polls.votes.user_id', 'polls.likes.user_id', 'polls.saves.user_id', 'polls.polls.author_id'])
      expect(before).toContain(column);
    for (const column of [
      'social.follows.follower_id',
      'social.follows.following_id',
      'notifications.notices.actor_id',
      'polls.hidden_users.viewer_id',
      'polls.hidden_users.user_id',
      'polls.viewer_filters.viewer_id',
      'search.blocks.blocker_id',
      'search.blocks.blocked_id',
      'notifications.mutes.muter_id',
      'notifications.mutes.muted_id',
    ])
      expect(before).toContain(column);
    const objects = await storedObjects(api);
    for (const path of pictures) expect(objects.some((name) => path.includes(name.split('/').at(-1)!))).toBe(true);
    expect(await readable(userId)).toContain(words.name);
    const filtered = await filters();
    const [counted, ownCounted] = [await results(other.id), await results(own)];
    const [{ version }] = (await api.stack.sql<{ version: number }>(
      'auth',
      'select version from accounts where id = $1',
      [userId],
    )) as [{ version: number }];

    await expectStatus(person.post('/api/users/me/deletion', { polls: choice }), 200);
    await carryOut(planted);

    // Signed out, and nobody can sign in.
    expect((await person.get('/api/users/me')).status).toBe(401);
    const login = { email: `${words.email}@example.org`, password: 'correct horse' };
    expect((await api.client().post('/api/auth/login', login)).status).toBe(401);
    // The username is held for nobody.
    const taker = await api.person('Taker');
    const taken = await taker.post('/api/users/me/update', { name: 'Taker', username: words.username });
    expect([taken.status, taken.body['code']]).toEqual([409, 'username-taken']);

    const found: Record<string, unknown> = {};
    for (const [kind, word] of Object.entries(words)) {
      const finds = await findText(api, word);
      // Poll texts stay where the person chose so.
      if (Object.keys(finds).length > 0 && !(kind === 'poll' && choice === 'anonymous')) found[kind] = finds;
    }
    expect(found).toEqual({});
    expect(Object.keys(await findNumber(api, userId)).filter((column) => !TOMBSTONES.includes(column))).toEqual([]);

    // Votes stay counted; likes and comments fall as when they are taken back.
    expect(await results(other.id)).toEqual({
      ...counted,
      likes_count: counted!.likes_count - 1,
      comments_count: counted!.comments_count - 1,
    });
    // Also where a block stood between the person and the poll.
    expect(await results(planted.blocked)).toMatchObject({ votes: [1, 0, 0], likes_count: 0, comments_count: 0 });
    // The filters of the person, and of the two from whom nobody else is hidden.
    expect(await filters()).toBe(filtered - 3);
    const detached = await api.stack.sql<{ user_id: number }>(
      'polls',
      'select user_id::float8 as user_id from votes where poll_id = $1 and user_id < 0',
      [other.id],
    );
    expect(detached.length).toBeGreaterThan(0);
    expect(await api.stack.rpc.call(adminRpc.recountPolls, {})).toMatchObject({ corrected: 0 });
    expect(await api.stack.rpc.call(adminRpc.recountFollows, {})).toMatchObject({ corrected: 0 });
    expect(await api.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 0 });

    // What others read.
    const seen = await readable(userId);
    for (const [kind, word] of Object.entries(words))
      if (kind !== 'poll' && kind !== 'search') expect([kind, seen.includes(word)]).toEqual([kind, false]);
    expect((await author.get(`/api/users/${userId}`)).status).toBe(404);
    expect((await author.get(`/api/users/${userId}/polls`)).status).toBe(404);
    expect((await author.get(`/api/users/${userId}/followers`)).status).toBe(404);
    const { body: hits } = await author.get<SearchResults>(`/api/search?q=${words.poll}`);
    await eventually(async () => {
      const left = await storedObjects(api);
      const [media, picture] = pictures.map((path) => left.some((name) => path.includes(name.split('/').at(-1)!)));
      return !picture && media === (choice === 'anonymous');
    });
    if (choice === 'delete') {
      expect(hits.polls).toEqual([]);
      expect(await results(own)).toBeUndefined();
      for (const path of [`/api/polls/${own}`, `/api/polls/${own}/preview`])
        expect((await author.get(path)).status).toBe(404);
    } else {
      expect(hits.polls.map(({ id }) => id)).toEqual([own]);
      expect(await results(own)).toEqual(ownCounted);
      const { body: poll } = await expectStatus(author.get<Poll>(`/api/polls/${own}`), 200);
      expect(poll).toMatchObject({ userId: DELETED_USER_ID, user: null, media: pictures[0] });
      expect((await author.get(`/api/users/${DELETED_USER_ID}/polls`)).status).toBe(404);
      const { body: feed } = await author.get<PollPage>('/api/polls');
      expect(feed.polls.find(({ id }) => id === own)).toMatchObject({ userId: DELETED_USER_ID, user: null });
      // It can still be voted on, and its votes notify nobody.
      await expectStatus(taker.post('/api/votes', { pollId: own, optionIndex: 1 }), 200);
    }
    // What stays in auth.
    const [row] = await api.stack.sql(
      'auth',
      'select to_jsonb(d) as row from account_deletions d where account_id = $1',
      [userId],
    );
    expect((row as { row: object }).row).toMatchObject({ email: null, name: null, session_ids: [] });
    const { deletions } = await api.stack.rpc.call(adminRpc.deletions, { all: true });
    expect(deletions.find((each) => each.userId === userId)).toMatchObject({ state: 'done', missing: [] });
    expect(version).toBeGreaterThan(0);
  });
});
