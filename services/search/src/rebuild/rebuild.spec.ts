import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { adminRpc, authRpc, pollsRpc, type RpcReply } from '@inkling/contracts';
import { Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { z } from 'zod';
import { Search } from '../search.spec-support.js';
import { reconcile } from './reconcile.js';

type Profiles = RpcReply<typeof authRpc.exportProfiles>['profiles'];
type Polls = RpcReply<typeof pollsRpc.export>['polls'];
const owned: { profiles: Profiles; polls: Polls; onExport?: (() => Promise<unknown>) | undefined } = {
  profiles: [],
  polls: [],
};

/** The calls of auth and polls that a rebuild makes. */
@RpcController()
class AuthExports {
  @Rpc(authRpc.exportProfiles)
  profiles({ after, limit }: RpcRequestOf<typeof authRpc.exportProfiles>): { profiles: Profiles } {
    return { profiles: owned.profiles.filter(({ userId }) => userId > after).slice(0, limit) };
  }
}
@RpcController()
class PollsExports {
  @Rpc(pollsRpc.export)
  async polls({ after, limit }: RpcRequestOf<typeof pollsRpc.export>): Promise<{ polls: Polls }> {
    const polls = owned.polls.filter(({ pollId }) => pollId > after).slice(0, limit);
    await owned.onExport?.();
    return { polls };
  }
}
@Module({ controllers: [AuthExports] })
class AuthModule {}
@Module({ controllers: [PollsExports] })
class PollsModule {}

let search: Search;
beforeAll(async () => {
  search = await Search.start({
    beside: [
      defineService({ name: 'auth', config: z.object({}), module: AuthModule }),
      defineService({ name: 'polls', config: z.object({}), module: PollsModule }),
    ],
  });
});
afterAll(() => search.stop());

const rebuild = () => search.stack.rpc.call(adminRpc.rebuildSearch, {});
const exportedPoll = (pollId: number, question: string, more: Partial<Polls[number]> = {}): Polls[number] => ({
  pollId,
  authorId: 1,
  question,
  options: ['Yes', 'No, "never"'],
  endDate: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  votesCount: 0,
  likesCount: 0,
  commentsCount: 0,
  version: 0,
  topics: [],
  ...more,
});
const profile = (userId: number, username: string, name: string, version = 1): Profiles[number] => ({
  userId,
  name,
  username,
  profilePicture: null,
  hasCompletedProfile: true,
  version,
});

describe('rebuilding the index', () => {
  it('adds missing rows, removes deleted ones, corrects wrong ones and keeps newer ones', async () => {
    await search.poll('Orphan giraffe?', { id: 11 });
    await search.poll('Misspelt girafe?', { id: 12 });
    await search.poll('Newer giraffe?', { id: 13, votes: 9 });
    await search.user('orphan', 'Orphan', { id: 21 });
    await search.user('newer', 'Newest Name', { id: 22, version: 5 });
    await search.remove(15);
    await search.settled();
    owned.polls = [
      exportedPoll(12, 'Misspelt giraffe?', { topics: ['long necks'], votesCount: 4, version: 4 }),
      exportedPoll(13, 'Newer giraffe?', { votesCount: 5, version: 5 }),
      exportedPoll(14, 'Missing giraffe?', { topics: ['tall ones'], votesCount: 2, version: 2 }),
      exportedPoll(15, 'Deleted giraffe?'),
    ];
    owned.profiles = [profile(22, 'newer', 'Former Name', 4), profile(23, 'missing', 'Missing Person')];

    expect(await rebuild()).toEqual({ users: 2, polls: 4 });
    const found = (await search.find('giraffe')).polls.toSorted((a, b) => a.id - b.id);
    expect(found).toEqual([
      { id: 12, question: 'Misspelt giraffe?', votesCount: 4 },
      { id: 13, question: 'Newer giraffe?', votesCount: 9 },
      { id: 14, question: 'Missing giraffe?', votesCount: 2 },
    ]);
    expect(await search.polls('#longnecks')).toEqual(['Misspelt giraffe?']);
    expect(await search.polls('orphan')).toEqual([]);
    expect(await search.users('orphan')).toEqual([]);
    expect((await search.find('newer')).users).toMatchObject([{ name: 'Newest Name' }]);
    expect(await search.users('missing')).toEqual(['missing']);
    // A second run changes nothing.
    const state = () =>
      search.sql('select poll_id, question, tokens::text, votes_count, deleted from poll_documents order by 1');
    const before = await state();
    expect(await rebuild()).toEqual({ users: 2, polls: 4 });
    expect(await state()).toEqual(before);
  });

  it('keeps polls that are created during a run of several pages', async () => {
    owned.polls = Array.from({ length: 950 }, (_, n) => exportedPoll(1_000 + 2 * n, `Heron number ${n}?`));
    owned.profiles = Array.from({ length: 1_200 }, (_, n) => profile(5_000 + n, `heron${n}`, `Heron ${n}`));
    let created = 0;
    owned.onExport = async () => {
      created += 1;
      await search.poll(`Fresh flamingo ${created}?`, { id: 1_001 + 2 * created });
      await search.settled();
    };
    const [first, second] = await Promise.all([rebuild(), rebuild()]);
    owned.onExport = undefined;
    expect(first).toEqual({ users: 1_200, polls: 950 });
    expect(second).toEqual(first);
    expect((await search.find('flamingo')).polls).toHaveLength(Math.min(20, created));
    expect(await search.polls('heron 949')).toEqual(['Heron number 949?']);
    const [counts] = await search.sql('select count(*)::int as n from poll_documents where not deleted');
    expect(counts).toEqual({ n: 950 + created });
  });

  it('answers 503 while polls is unavailable, and searches keep working', async () => {
    await search.stack.stopService('polls');
    await expect(rebuild()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(await search.polls('heron 949')).toEqual(['Heron number 949?']);
    await search.stack.startService('polls');
  });
});

describe('reconciling two lists', () => {
  it('removes what only the projection has, whichever list is longer', async () => {
    for (const [known, owner] of [
      [[1, 2, 3, 4, 5, 6, 7, 8, 9], [9]],
      [[], [1, 2, 3, 4, 5]],
      [[5], [1, 2, 3, 4, 5, 6, 7]],
      [[1, 2, 3], []],
      [[], []],
    ] as const) {
      const [kept, gone]: [number[], number[]] = [[], []];
      const page = (list: readonly number[]) => (after: number, limit: number) =>
        Promise.resolve(list.filter((id) => id > after).slice(0, limit));
      const count = await reconcile<number>({
        pageSize: 2,
        stored: page(known),
        owned: page(owner),
        idOf: (id) => id,
        store: (items, lost) => {
          kept.push(...items);
          gone.push(...lost);
          return Promise.resolve();
        },
      });
      expect([count, kept, gone]).toEqual([
        owner.length,
        owner,
        known.filter((id) => !(owner as readonly number[]).includes(id)),
      ]);
    }
  });
});
