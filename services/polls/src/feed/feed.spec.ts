import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import type { RunningService } from '@inkling/platform';
import { eventually, outcome } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { PollsService } from '../polls/polls.service.js';
import { FeedService } from './feed.service.js';

describe.each([
  ['with', '250'],
  ['without', '0'],
])('the feed, %s a cached first page', (_, cache) => {
  let polls: Polls;
  let all: number[];
  beforeAll(async () => {
    polls = await Polls.start({ env: { FEED_CACHE_MS: cache } });
    all = (await polls.seed(37)).toReversed();
  });
  afterAll(() => polls.stack.stop());

  it('has ten polls a page, newest first, and a last page', async () => {
    const first = await polls.list('feed', { viewerId: 9 });
    expect(first.polls.map((poll) => poll.id)).toEqual(all.slice(0, 10));
    expect(first.pagination).toMatchObject({ page: 1, hasMore: true });
    const last = await polls.list('feed', { viewerId: 9, page: 4 });
    expect(last.polls.map((poll) => poll.id)).toEqual(all.slice(30));
    expect(last.pagination).toEqual({ page: 4, hasMore: false, nextCursor: null });
    expect((await polls.list('feed', { viewerId: 9, page: 1_000 })).polls).toEqual([]);
    expect(await polls.readOn((cursor) => polls.list('feed', { viewerId: 9, ...(cursor ? { cursor } : {}) }))).toEqual(
      all,
    );
  });

  it('continues by cursor from a page requested by number', async () => {
    const { pagination } = await polls.list('feed', { viewerId: 9, page: 2 });
    const next = await polls.list('feed', { viewerId: 9, page: 3, cursor: pagination.nextCursor! });
    expect(next.polls.map((poll) => poll.id)).toEqual(all.slice(20, 30));
    expect(next.pagination.page).toBe(3);
    // The cursor alone carries the number of the next page.
    const numbers: number[] = [];
    for (let cursor: string | undefined = pagination.nextCursor ?? undefined; cursor !== undefined;) {
      const page = (await polls.list('feed', { viewerId: 9, cursor })).pagination;
      numbers.push(page.page);
      cursor = page.nextCursor ?? undefined;
    }
    expect(numbers).toEqual([3, 4]);
  });

  it('shows each poll once and skips none while polls are created and deleted', async () => {
    const doomed = all[25]!;
    let round = 0;
    const seen = await polls.readOn(
      (cursor) => polls.list('feed', { viewerId: 9, ...(cursor ? { cursor } : {}) }),
      async () => {
        await Promise.all(Array.from({ length: 7 }, () => polls.ask({ userId: 5 })));
        if ((round += 1) === 1) await polls.stack.rpc.call(pollsRpc.remove, { pollId: doomed, userId: 1 });
      },
    );
    expect(seen).toEqual(all.filter((id) => id !== doomed));
  });

  it('shows a new poll to its author at once, and a deleted one to nobody', async () => {
    for (let round = 0; round < 5; round += 1) {
      await polls.list('feed', { viewerId: 6 });
      const { id } = await polls.ask({ userId: 6 });
      expect((await polls.list('feed', { viewerId: 6 })).polls[0]!.id).toBe(id);
      await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 6 });
      expect((await polls.list('feed', { viewerId: 6 })).polls.map((poll) => poll.id)).not.toContain(id);
    }
  });

  it('gives each of many concurrent viewers their own viewer fields', async () => {
    const newest = (await polls.list('feed', { viewerId: 1 })).polls.map((poll) => poll.id);
    const viewers = Array.from({ length: 40 }, (_, index) => 500 + index);
    const voted = (viewerId: number) => newest[viewerId % 10]!;
    const liked = (viewerId: number) => newest[(viewerId + 3) % 10]!;
    await polls.cast({
      pollIds: viewers.map(voted),
      userIds: viewers,
      options: viewers.map((viewerId) => viewerId % 2),
    });
    await Promise.all(
      viewers.map((viewerId) => polls.stack.rpc.call(pollsRpc.like, { pollId: liked(viewerId), viewerId })),
    );
    await Promise.all(
      [...viewers, ...viewers, 999].map(async (viewerId) => {
        for (const poll of (await polls.list('feed', { viewerId })).polls) {
          const known = viewers.includes(viewerId);
          expect(poll.userVote).toBe(known && poll.id === voted(viewerId) ? viewerId % 2 : null);
          expect(poll.userLiked).toBe(known && poll.id === liked(viewerId));
          expect(poll.resultsVisible).toBe(poll.userVote !== null);
        }
      }),
    );
  });

  it('refuses a cursor that it did not give out', async () => {
    expect(await outcome(polls.list('feed', { viewerId: 1, cursor: 'nonsense' }))).toBe('invalid-request');
    expect(await outcome(polls.list('voted', { viewerId: 1, cursor: Buffer.from('12').toString('base64url') }))).toBe(
      'invalid-request',
    );
  });
});

describe('lists of one user', () => {
  let polls: Polls;
  beforeAll(async () => {
    polls = await Polls.start();
  });
  afterAll(() => polls.stack.stop());

  it('show only that author’s polls, by cursor and by number', async () => {
    const mine = (await polls.seed(23, 1)).toReversed();
    await polls.seed(5, 2);
    expect(await polls.readOn((cursor) => polls.byAuthor(1, { viewerId: 9, ...(cursor ? { cursor } : {}) }))).toEqual(
      mine,
    );
    expect((await polls.byAuthor(1, { viewerId: 9, page: 3 })).polls.map((poll) => poll.id)).toEqual(mine.slice(20));
    expect((await polls.byAuthor(77, { viewerId: 9 })).polls).toEqual([]);
  });

  it('show voted and saved polls in the order of the votes and saves', async () => {
    const ids = await polls.seed(24, 3);
    const order = ids.map((_, index) => ids[(index * 7) % 24]!);
    for (const pollId of order) {
      await polls.vote(pollId, 8, 0);
      await polls.stack.rpc.call(pollsRpc.save, { pollId, viewerId: 8 });
    }
    for (const name of ['voted', 'saved'] as const) {
      expect(await polls.readOn((cursor) => polls.list(name, { viewerId: 8, ...(cursor ? { cursor } : {}) }))).toEqual(
        order.toReversed(),
      );
      expect((await polls.list(name, { viewerId: 8, page: 2 })).polls.map((poll) => poll.id)).toEqual(
        order.toReversed().slice(10, 20),
      );
      expect((await polls.list(name, { viewerId: 9 })).polls).toEqual([]);
    }
  });

  it('include every poll when votes share an instant', async () => {
    const ids = await polls.seed(30, 4);
    await polls.cast({ pollIds: ids, userIds: ids.map(() => 88), options: ids.map(() => 1) });
    const seen = await polls.readOn((cursor) => polls.list('voted', { viewerId: 88, ...(cursor ? { cursor } : {}) }));
    expect(seen.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe('the first page of a second replica', () => {
  let polls: Polls;
  let second: RunningService;
  beforeAll(async () => {
    // Cached for so long that only the message between the replicas can empty it.
    polls = await Polls.start({ env: { FEED_CACHE_MS: '10000' } });
    second = await polls.replica();
  });
  afterAll(async () => {
    await second.stop();
    await polls.stack.stop();
  });

  it('is read again when the first replica publishes or deletes a poll', async () => {
    await polls.author(1);
    const elsewhere = async (): Promise<number[]> =>
      (await second.app.get(FeedService).firstPage({ viewerIds: [1] })).polls.map(
        ({ visible }) => (JSON.parse(`${visible}}`) as { id: number }).id,
      );
    expect(await elsewhere()).toEqual([]);
    const made = JSON.parse(
      (
        await polls.part(PollsService).create({
          userId: 1,
          question: 'New?',
          options: ['Yes', 'No'],
          visibility: 'public',
          showResultsBeforeVoting: false,
          method: 'single',
          sealed: false,
          shuffled: false,
        })
      ).text,
    ) as { id: number };
    await eventually(async () => (await elsewhere()).includes(made.id));
    await polls.part(PollsService).remove({ pollId: made.id, userId: 1 });
    await eventually(async () => !(await elsewhere()).includes(made.id));
  });
});
