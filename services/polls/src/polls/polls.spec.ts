import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ORDINARY_POLL,
  Poll,
  PollPage,
  authRpc,
  pollCreated,
  pollDeleted,
  pollsRpc,
  profileUpdated,
  type Account,
  type EventData,
} from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { eventually, outcome } from '@inkling/testing';
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { Polls } from '../polls.spec-support.js';
import { earliestEndDate } from './end-date.js';

/** Stands in for auth, with the accounts that a test registers. */
const accounts = new Map<number, Account>();
let asked = 0;

@RpcController()
class AccountsController {
  @Rpc(authRpc.account)
  account({ userId }: RpcRequestOf<typeof authRpc.account>): Account {
    asked += 1;
    const account = accounts.get(userId);
    if (!account) throw new ApiError('user-not-found');
    return account;
  }
}

@Module({ controllers: [AccountsController] })
class AccountsModule {}
const accountsService = defineService({ name: 'auth', config: z.object({}), module: AccountsModule });

const account = (id: number, name: string, version = 1): Account => ({
  id,
  email: `${name.toLowerCase()}@example.org`,
  emailVerified: true,
  name,
  username: name.toLowerCase(),
  profilePicture: null,
  hasCompletedProfile: true,
  role: 'member',
  version,
});

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start({ beside: [accountsService] });
});
afterAll(() => polls.stack.stop());

const create = (request: object) =>
  polls.stack.rpc.call(pollsRpc.create, { userId: 1, question: 'Now?', options: ['Yes', 'No'], ...request });
const publishProfile = (data: EventData<typeof profileUpdated>) =>
  polls.stack
    .service('polls')
    .app.get(Database)
    .transaction((tx) => tx.publish(profileUpdated, data));

describe('a new poll', () => {
  it('is returned as its author sees it, stored once and published as an event', async () => {
    await polls.author(1, 'Ann "A" Ö');
    const endDate = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const sent = await create({
      question: 'Line one\nand "two" \\ 🎈',
      options: ['Yes', 'No', 'Пожалуй'],
      endDate,
      showResultsBeforeVoting: true,
    });
    // An ordinary poll's JSON does not say that it is ordinary.
    expect(Object.keys(ORDINARY_POLL).filter((field) => field in sent)).toEqual([]);
    const poll = Poll.parse(sent);
    expect(poll).toMatchObject({
      userId: 1,
      question: 'Line one and "two" \\ 🎈',
      options: [
        { text: 'Yes', votes: 0 },
        { text: 'No', votes: 0 },
        { text: 'Пожалуй', votes: 0 },
      ],
      media: null,
      mediaInfo: null,
      topics: [],
      mood: null,
      context: null,
      seasonality: null,
      language: null,
      trending: false,
      timeRelevant: false,
      endDate,
      user: { id: 1, name: 'Ann "A" Ö', username: 'author1', profilePicture: null },
      visibility: 'public',
      showResultsBeforeVoting: true,
      resultsVisible: true,
      votesCount: 0,
      likesCount: 0,
      commentsCount: 0,
      ...ORDINARY_POLL,
      userVoted: false,
      userVote: null,
      userLiked: false,
      userSaved: false,
    });
    expect(await polls.get(poll.id, 2)).toEqual(poll);
    const events = (await polls.events<EventData<typeof pollCreated>>(pollCreated.type)).filter(
      (event) => event.pollId === poll.id,
    );
    expect(events).toEqual([
      {
        pollId: poll.id,
        authorId: 1,
        question: poll.question,
        options: ['Yes', 'No', 'Пожалуй'],
        endDate,
        createdAt: poll.createdAt,
        media: null,
      },
    ]);
  });

  it('may not end before tomorrow', async () => {
    const earliest = earliestEndDate(new Date());
    expect(await outcome(create({ endDate: new Date().toISOString() }))).toBe('end-date-too-early');
    expect(await outcome(create({ endDate: new Date(earliest.getTime() - 1).toISOString() }))).toBe(
      'end-date-too-early',
    );
    expect(await outcome(create({ endDate: new Date(earliest.getTime() + 86_400_000).toISOString() }))).toBe('ok');
  });

  it.each([
    ['no question', { question: '  ' }],
    ['one option', { options: ['Yes'] }],
    ['seven options', { options: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['equal options', { options: ['Yes', 'yes'] }],
    ['an empty option', { options: ['Yes', ' '] }],
    ['an invalid date', { endDate: '2027-02-30T00:00:00Z' }],
  ])('is refused with %s', async (_, request) => {
    expect(await outcome(create(request))).toBe('invalid-request');
  });

  it('counts towards its author’s polls until it is deleted', async () => {
    const count = async () => (await polls.stack.rpc.call(pollsRpc.countByAuthor, { userId: 31 })).pollsCount;
    expect(await count()).toBe(0);
    const made = await Promise.all([polls.ask({ userId: 31 }), polls.ask({ userId: 31 }), polls.ask({ userId: 31 })]);
    expect(await count()).toBe(3);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: made[0]!.id, userId: 31 });
    expect(await count()).toBe(2);
  });
});

describe('authors', () => {
  it('are read from auth once when no event has brought them yet', async () => {
    accounts.set(41, account(41, 'Berta'));
    const before = asked;
    expect(Poll.parse(await create({ userId: 41 })).user).toEqual({
      id: 41,
      name: 'Berta',
      username: 'berta',
      profilePicture: null,
    });
    await create({ userId: 41 });
    expect(asked - before).toBe(1);
  });

  it('cannot publish when auth does not know them', async () => {
    expect(await outcome(create({ userId: 42 }))).toBe('user-not-found');
    expect(await polls.sql('select 1 from polls where author_id = 42')).toEqual([]);
  });

  it('have the newest profile, in whatever order events arrive', async () => {
    accounts.set(43, account(43, 'Cleo', 2));
    const { id } = Poll.parse(await create({ userId: 43 }));
    const profile = { userId: 43, username: 'cleo', profilePicture: '/uploads/c', hasCompletedProfile: true };
    await publishProfile({ ...profile, name: 'Cleo the Third', version: 3 });
    await eventually(async () => (await polls.get(id, 1)).user?.name === 'Cleo the Third');
    await publishProfile({ ...profile, name: 'Cleo the First', version: 1 });
    await publishProfile({
      userId: 44,
      name: 'Last',
      username: null,
      profilePicture: null,
      hasCompletedProfile: false,
      version: 1,
    });
    await eventually(async () => (await polls.sql('select 1 from authors where user_id = 44')).length === 1);
    await eventually(async () => (await polls.sql(`select 1 from inbox where consumer like '%profile%'`)).length >= 3);
    expect((await polls.get(id, 1)).user).toEqual({
      id: 43,
      name: 'Cleo the Third',
      username: 'cleo',
      profilePicture: '/uploads/c',
    });
  });

  it('are null in their polls while auth is away, until the event comes', async () => {
    await polls.stack.stopService('auth');
    const { id, user } = Poll.parse(await create({ userId: 45 }));
    expect(user).toBeNull();
    await publishProfile({
      userId: 45,
      name: 'Dora',
      username: 'dora',
      profilePicture: null,
      hasCompletedProfile: true,
      version: 1,
    });
    await eventually(async () => (await polls.get(id, 1)).user?.name === 'Dora');
    await polls.stack.startService('auth');
  });
});

describe('deleting a poll', () => {
  it('is possible for its author, once', async () => {
    const { id } = await polls.ask();
    const remove = (userId: number, pollId = id) => outcome(polls.stack.rpc.call(pollsRpc.remove, { pollId, userId }));
    expect(await remove(2)).toBe('forbidden');
    expect((await polls.get(id, 2)).id).toBe(id);
    const outcomes = await Promise.all([remove(1), remove(1), remove(1)]);
    expect(outcomes.toSorted()).toEqual(['ok', 'poll-not-found', 'poll-not-found']);
    expect(await remove(1, 999_999)).toBe('poll-not-found');
    const events = (await polls.events<EventData<typeof pollDeleted>>(pollDeleted.type)).filter(
      (event) => event.pollId === id,
    );
    expect(events).toEqual([{ pollId: id, authorId: 1, media: null }]);
  });

  it('hides it from every list at once, and then removes its rows', async () => {
    const { id } = await polls.ask({ userId: 51, endDate: new Date(Date.now() + 9 * 86_400_000).toISOString() });
    await polls.vote(id, 52, 0);
    await polls.stack.rpc.call(pollsRpc.save, { pollId: id, viewerId: 52 });
    await polls.stack.rpc.call(pollsRpc.like, { pollId: id, viewerId: 52 });
    await polls.stack.rpc.call(pollsRpc.addComment, { pollId: id, userId: 51, content: 'So be it.' });
    // More rows than one batch of the purge.
    await polls.sql(
      'insert into votes (poll_id, user_id, option_index) select $1, g, 0 from generate_series(100000, 111000) g',
      [id],
    );
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 51 });

    const pages = await Promise.all([
      polls.list('feed', { viewerId: 52 }),
      polls.list('voted', { viewerId: 52 }),
      polls.list('saved', { viewerId: 52 }),
      polls.byAuthor(51, { viewerId: 52 }),
    ]);
    for (const page of pages) expect(PollPage.parse(page).polls.map((poll) => poll.id)).not.toContain(id);
    expect(await outcome(polls.get(id, 52))).toBe('poll-not-found');
    expect(await polls.stack.rpc.call(pollsRpc.watch, { viewerId: 52, pollIds: [id] })).toEqual([]);
    for (const name of ['like', 'unlike', 'save', 'unsave', 'setReminder', 'removeReminder'] as const) {
      expect(await outcome(polls.stack.rpc.call(pollsRpc[name], { pollId: id, viewerId: 53 }))).toBe('poll-not-found');
    }
    expect((await polls.vote(id, 53, 0)).outcome).toBe('poll-not-found');

    await eventually(async () => (await polls.sql('select 1 from polls where id = $1', [id])).length === 0);
    for (const table of [
      'votes',
      'likes',
      'saves',
      'reminders',
      'comments',
      'due_ends',
      'poll_counters',
      'poll_activity',
      'voter_draws',
    ]) {
      expect({ table, rows: await polls.sql(`select 1 from ${table} where poll_id = $1`, [id]) }).toEqual({
        table,
        rows: [],
      });
    }
  });
});
