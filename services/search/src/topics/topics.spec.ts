import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TrendingTopics } from '@inkling/contracts';
import { Database, HALF_LIFE_MS, halfLives, weightAt } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { PollDocuments } from '../polls/poll-documents.js';
import { Search } from '../search.spec-support.js';
import type { Tables } from '../tables.js';
import { TopicRepository } from './topic-repository.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start();
});
afterAll(() => search.stop());
beforeEach(async () => {
  await search.topics();
  await search.sql('truncate topic_activity');
});

const now = () => new Date().toISOString();
const repository = () => search.stack.service('search').app.get(TopicRepository, { strict: false });

/** To do two things at the same moment; `waiting` resolves when one waits for a lock of the other. */
const parts = () => {
  const { app } = search.stack.service('search');
  return {
    database: app.get<Database<Tables>>(Database, { strict: false }),
    documents: app.get(PollDocuments, { strict: false }),
    waiting: () =>
      eventually(async () =>
        expect(
          await search.sql(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      ),
  };
};

describe('trending topics', () => {
  it('are topics of the most active polls, as hashtags that find these polls', async () => {
    await search.poll('Sleeper or couchette?', { topics: ['night trains', 'travel'], createdAt: now() });
    const pizza = await search.poll('Pineapple?', { topics: ['pizza'], createdAt: now() });
    await search.settled();
    expect(await search.topics()).toEqual(['#nighttrains', '#pizza', '#travel']);
    await search.vote(pizza, 20);
    await search.settled();
    const topics = TrendingTopics.parse(await search.topics());
    expect(topics[0]).toBe('#pizza');
    expect(await search.polls(topics[1]!)).toEqual(['Sleeper or couchette?']);
  });

  it('weigh comments more than votes, and count votes from before the classification', async () => {
    const commented = await search.poll('Owls?', { topics: ['owls'], createdAt: now() });
    const voted = await search.poll('Bats?', { topics: ['bats'], createdAt: now() });
    await search.settled();
    for (let n = 0; n < 4; n += 1) await search.comment(commented);
    await search.vote(voted, 8);
    await search.settled();
    expect(await search.topics()).toEqual(['#owls', '#bats']);
    const late = await search.poll('Moths?', { createdAt: now() });
    await search.vote(late, 50);
    await search.settled();
    await search.classify(late, ['moths']);
    await search.settled();
    expect((await search.topics())[0]).toBe('#moths');
  });

  it('show hashtags in their original spelling, ten at most', async () => {
    await search.poll('A plan: #ClimateAction now?', { topics: ['climate action'], createdAt: now() });
    for (let n = 0; n < 12; n += 1)
      await search.poll(`Letter ${n}?`, { topics: [`letter ${String.fromCharCode(97 + n)}`], createdAt: now() });
    await search.settled();
    const topics = await search.topics();
    expect(topics).toHaveLength(10);
    expect(topics[0]).toBe('#ClimateAction');
  });

  it('disappear with their last poll', async () => {
    const pollId = await search.poll('Regrettable?', { topics: ['regrets'], createdAt: now(), votes: 99 });
    await search.settled();
    expect(await search.topics()).toEqual(['#regrets']);
    await search.remove(pollId);
    await search.settled();
    expect(await search.topics()).toEqual([]);
  });

  it('count nothing for a poll that leaves the index at the same moment', async () => {
    const pollId = await search.poll('Leaving?', { topics: ['departures'], createdAt: now() });
    await search.settled();
    await search.topics();
    await search.sql('truncate topic_activity');
    const { database, documents, waiting } = parts();
    let adding: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      await documents.onDeleted({ pollId, authorId: 1 }, tx);
      adding = repository().add(new Map([[pollId, 5]]), new Date());
      await Promise.race([adding, waiting()]);
    });
    await adding;
    expect(await search.sql('select key from topic_activity')).toEqual([]);
  });

  it('and words leave with the last of two polls that are deleted at the same moment', async () => {
    const [first, second] = [
      await search.poll('Twosome here?', { topics: ['twins'], createdAt: now() }),
      await search.poll('Twosome there?', { topics: ['twins'], createdAt: now() }),
    ];
    await search.settled();
    await search.topics();
    const { database, documents, waiting } = parts();
    const left = async () => [
      await search.sql('select key from topic_activity'),
      await search.sql(`select word from words where word = 'twosome'`),
    ];
    expect(await left()).toEqual([[{ key: 'twins' }], [{ word: 'twosome' }]]);
    let other: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      await documents.onDeleted({ pollId: first, authorId: 1 }, tx);
      other = database.transaction((tx) => documents.onDeleted({ pollId: second, authorId: 1 }, tx));
      await Promise.race([other, waiting()]);
    });
    await other;
    expect(await left()).toEqual([[], []]);
  });

  it('lose half of their score in six hours, and are removed after days', async () => {
    const at = new Date();
    const [old, recent] = [
      await search.poll('Old?', { topics: ['old news'] }),
      await search.poll('Recent?', { topics: ['breaking news'] }),
    ];
    await search.settled();
    await search.topics();
    await search.sql('truncate topic_activity');
    await repository().add(new Map([[old, 1_000]]), new Date(at.getTime() - HALF_LIFE_MS));
    await repository().add(new Map([[recent, 600]]), at);
    expect(await search.topics()).toEqual(['#breakingnews', '#oldnews']);
    const [row] = await search.sql<{ score: number }>(`select score from topic_activity where key = 'oldnews'`);
    expect(2 ** (row!.score - halfLives(at))).toBeCloseTo(500, 3);
    await repository().add(new Map([[recent, 1]]), new Date(at.getTime() + 40 * HALF_LIFE_MS));
    expect(await search.topics()).toEqual(['#breakingnews']);
  });
});

describe('decay', () => {
  it('halves with every half-life, and treats times in the future as now', () => {
    const at = new Date();
    expect(weightAt(new Date(at.getTime() - 3 * HALF_LIFE_MS), at)).toBeCloseTo(1 / 8, 10);
    expect(weightAt(new Date(at.getTime() + HALF_LIFE_MS), at)).toBe(1);
  });
});
