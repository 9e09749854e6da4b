import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { socialRpc } from '@inkling/contracts';
import { Rpc, RpcController, defineService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { z } from 'zod';
import { Search } from '../search.spec-support.js';

const [ANA, BEN, CLEO] = [101, 102, 103];
const now = () => new Date().toISOString();

/** Answers in place of social: Ben alone follows anybody. */
@RpcController()
class SocialStandIn {
  @Rpc(socialRpc.followersPage)
  page() {
    return { userIds: [BEN], version: 1 };
  }
}
@Module({ controllers: [SocialStandIn] })
class SocialModule {}

let search: Search;
beforeAll(async () => {
  search = await Search.start({
    beside: [defineService({ name: 'social', config: z.object({}), module: SocialModule })],
  });
  await search.user('ana_apart', 'Ana Apart', { id: ANA });
  await search.user('ben_apart', 'Ben Apart', { id: BEN });
  await search.user('cleo_apart', 'Cleo Apart', { id: CLEO });
  await search.poll('Is zucchini a fruit?', { authorId: ANA, topics: ['zucchini'], createdAt: now() });
  await search.poll('Is a tomato a fruit?', { authorId: BEN, topics: ['tomatoes', 'shared'], createdAt: now() });
  await search.poll('Is rhubarb a fruit?', { authorId: CLEO, topics: ['shared'], createdAt: now() });
  await search.settled();
});
afterAll(() => search.stop());

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));
const seen = async (viewerId: number) => {
  const found = await Promise.all(['apart', '@ana', '@ben', 'fruit', 'fruti'].map((q) => search.find(q, viewerId)));
  return {
    users: [...new Set(found.flatMap(({ users }) => users.map(({ id }) => id)))].toSorted(byText),
    polls: [...new Set(found.flatMap(({ polls }) => polls.map(({ question }) => question.split(' ').at(-3))))].toSorted(
      byText,
    ),
  };
};
const ALL = { users: [ANA, BEN, CLEO], polls: ['rhubarb', 'tomato', 'zucchini'] };

describe('a blocked pair', () => {
  beforeAll(async () => {
    await search.block(BEN, ANA, 3);
    await search.settled();
  });

  it('finds nothing of the other, on either side and by a mistyped word either', async () => {
    expect(await seen(ANA)).toEqual({ users: [ANA, CLEO], polls: ['rhubarb', 'zucchini'] });
    expect(await seen(BEN)).toEqual({ users: [BEN, CLEO], polls: ['rhubarb', 'tomato'] });
    expect(await seen(CLEO)).toEqual(ALL);
  });

  it('gets no trending topic that only the other has polls about', async () => {
    expect((await search.topics(ANA)).toSorted()).toEqual(['#shared', '#zucchini']);
    expect((await search.topics(BEN)).toSorted()).toEqual(['#shared', '#tomatoes']);
    expect((await search.topics(CLEO)).toSorted()).toEqual(['#shared', '#tomatoes', '#zucchini']);
  });

  it('finds each other again when the block is taken back, and a late event changes nothing', async () => {
    await search.unblock(BEN, ANA, 4);
    await search.settled();
    await search.block(BEN, ANA, 3);
    await search.settled();
    expect(await seen(ANA)).toEqual(ALL);
    expect(await search.topics(ANA)).toHaveLength(3);
  });

  it('stays apart while one of two blocks holds', async () => {
    await search.block(BEN, ANA, 5);
    await search.block(ANA, BEN, 1);
    await search.settled();
    await search.unblock(BEN, ANA, 6);
    await search.settled();
    expect((await seen(BEN)).users).toEqual([BEN, CLEO]);
    await search.unblock(ANA, BEN, 2);
    await search.settled();
    expect(await seen(BEN)).toEqual(ALL);
  });
});

it('fills a page of results although a blocked author has the newest and best matches', async () => {
  const [author, other, viewer] = [201, 202, 203];
  for (let n = 0; n < 25; n += 1) await search.poll(`Older aubergine ${n}?`, { authorId: other });
  for (let n = 0; n < 150; n += 1) await search.poll(`Newer aubergine ${n}?`, { authorId: author });
  await search.block(viewer, author);
  await search.settled();
  const { polls } = await search.find('aubergine', viewer);
  expect(polls).toHaveLength(20);
  expect(polls.filter(({ question }) => question.startsWith('Newer'))).toEqual([]);
});

describe('a muted user', () => {
  it('stays findable for the muter, and leaves the trending topics', async () => {
    await search.mute(CLEO, BEN);
    await search.settled();
    expect(await seen(CLEO)).toEqual(ALL);
    expect((await search.topics(CLEO)).toSorted()).toEqual(['#shared', '#zucchini']);
    expect(await search.topics(BEN)).toContain('#tomatoes');
    await search.unmute(CLEO, BEN, 2);
    await search.settled();
    expect(await search.topics(CLEO)).toContain('#tomatoes');
  });
});

describe('a silenced person', () => {
  const silence = async (silenced: boolean, version: number) => {
    await search.silence(ANA, silenced, version);
    await search.settled();
    await eventually(async () =>
      expect(await search.sql(`select copy from restricted_authors`)).toEqual([{ copy: 'complete' }]),
    );
  };

  it('is found by followers and by themselves alone, polls and topics included', async () => {
    await silence(true, 1);
    expect(await seen(CLEO)).toEqual({ users: [BEN, CLEO], polls: ['rhubarb', 'tomato'] });
    expect((await search.find('ana_apart', CLEO)).users).toEqual([]);
    expect((await search.topics(CLEO)).toSorted()).toEqual(['#shared', '#tomatoes']);
    expect((await search.topics()).toSorted()).toEqual(['#shared', '#tomatoes']);
    for (const viewer of [ANA, BEN]) {
      expect(await seen(viewer)).toEqual(ALL);
      expect((await search.topics(viewer)).toSorted()).toEqual(['#shared', '#tomatoes', '#zucchini']);
    }
  });

  it('is found by everybody again after the end', async () => {
    await silence(false, 2);
    expect(await seen(CLEO)).toEqual(ALL);
    expect((await search.topics(CLEO)).toSorted()).toEqual(['#shared', '#tomatoes', '#zucchini']);
    expect(await search.sql('select from audience_follows')).toEqual([]);
  });
});

it('a search that somebody made stays among their recent ones after a block', async () => {
  await search.find('Ana Apart', 301);
  await expect(search.recent(301)).resolves.toEqual(['Ana Apart']);
  await search.block(301, ANA);
  await search.settled();
  expect((await search.find('Ana Apart', 301)).users.map(({ id }) => id)).not.toContain(ANA);
  expect(await search.recent(301)).toEqual(['Ana Apart']);
});
