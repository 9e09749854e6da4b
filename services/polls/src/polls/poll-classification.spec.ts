import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEASONS, pollClassified, pollsRpc, type EventData, type Poll } from '@inkling/contracts';
import { EventFeed, eventually } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { SEASON_MONTHS } from '../poll-text/poll-text.sql.js';

let polls: Polls;
let feed: EventFeed;
beforeAll(async () => {
  polls = await Polls.start();
  feed = await EventFeed.connect(polls.stack);
});
afterAll(async () => {
  await feed.close();
  await polls.stack.stop();
});

type Classified = EventData<typeof pollClassified>;
const classified = (pollId: number, version: number, overrides: Partial<Classified> = {}): Classified => ({
  pollId,
  topics: ['night trains', 'travel "light"'],
  mood: 'curious',
  context: 'travel',
  seasonality: null,
  language: 'en',
  classifier: 'lexicon',
  version,
  ...overrides,
});
const publish = async (...events: Classified[]): Promise<void> => {
  for (const event of events) await feed.publishTwice(pollClassified, event);
  await feed.drained('insights-events', 1);
};

describe('the classification of a poll', () => {
  it('is shown in every response once insights has published it', async () => {
    const poll = await polls.ask();
    await publish(classified(poll.id, 1));
    const expected = {
      topics: ['night trains', 'travel "light"'],
      mood: 'curious',
      context: 'travel',
      seasonality: null,
      language: 'en',
    };
    expect(await polls.get(poll.id, 2)).toMatchObject(expected);
    // A classification does not change the tally.
    expect((await polls.get(poll.id, 2)).version).toBe(poll.version);
    await eventually(
      async () =>
        (await polls.list('feed', { viewerId: 2 })).polls.find((one) => one.id === poll.id)?.mood === 'curious',
    );
    expect((await polls.byAuthor(1, { viewerId: 2 })).polls.find((one) => one.id === poll.id)).toMatchObject(expected);
    const firstPage = await polls.stack.rpc.call(pollsRpc.firstPage, { viewerIds: [2] });
    for (const text of ['visible', 'hidden'] as const)
      expect(firstPage.polls.map((texts) => JSON.parse(`${texts[text]}}`) as Poll)).toContainEqual(
        expect.objectContaining({ id: poll.id, ...expected }),
      );
    expect(await polls.stack.rpc.call(pollsRpc.preview, { pollId: poll.id })).toMatchObject({ language: 'en' });
    const { polls: texts } = await polls.cast({ pollIds: [poll.id], userIds: [9], options: [1] });
    expect(JSON.parse(`${texts[0]!}}`)).toMatchObject(expected);
  });

  it('has no language where an older event names none', async () => {
    const { id } = await polls.ask();
    await publish(classified(id, 1, { language: undefined }));
    expect(await polls.get(id, 2)).toMatchObject({ mood: 'curious', language: null });
    await publish(classified(id, 2, { language: 'ar' }), classified(id, 3, { language: null }));
    expect(await polls.get(id, 2)).toMatchObject({ language: null });
  });

  it('has no language after a later event that names none', async () => {
    const { id } = await polls.ask();
    await publish(classified(id, 1, { language: 'de' }));
    expect(await polls.get(id, 2)).toMatchObject({ language: 'de' });
    await publish(classified(id, 2, { language: undefined }));
    expect(await polls.get(id, 2)).toMatchObject({ mood: 'curious', language: null });
  });

  it('is the latest version, in whatever order they arrive', async () => {
    const { id } = await polls.ask();
    await publish(
      classified(id, 3, { topics: ['third'], mood: null, context: null, seasonality: 'winter', classifier: 'model' }),
      classified(id, 2, { topics: ['second'] }),
      classified(id, 3, { topics: ['third again'] }),
    );
    expect(await polls.get(id, 2)).toMatchObject({
      topics: ['third'],
      mood: null,
      context: null,
      seasonality: 'winter',
    });
    await publish(classified(id, 4, { topics: [] }));
    expect(await polls.get(id, 2)).toMatchObject({ topics: [], mood: 'curious', seasonality: null });
  });

  it('does not bring back a deleted or unknown poll', async () => {
    const { id } = await polls.ask();
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    await publish(classified(id, 1), classified(987_654, 1));
    await eventually(async () => (await polls.sql('select 1 from polls where id = $1', [id])).length === 0);
    expect(await polls.sql('select 1 from polls where id = 987654')).toEqual([]);
    expect(await polls.sql('select 1 from dead_letters')).toEqual([]);
  });
});

describe('timeRelevant', () => {
  const relevant = async (id: number): Promise<boolean> => (await polls.get(id, 2)).timeRelevant;

  it('is true for a poll that ends within a day and has not ended', async () => {
    const { id } = await polls.ask();
    const endsIn = (interval: string) =>
      polls.sql('update polls set end_date = now() + $2::interval where id = $1', [id, interval]);
    expect(await relevant(id)).toBe(false);
    for (const [interval, expected] of [
      ['25 hours', false],
      ['23 hours', true],
      ['1 minute', true],
      ['-1 minute', false],
    ] as const) {
      await endsIn(interval);
      expect({ interval, relevant: await relevant(id) }).toEqual({ interval, relevant: expected });
    }
  });

  it('is true for a poll about the present season', async () => {
    const { id } = await polls.ask();
    const [{ month }] = (await polls.sql<{ month: number }>(
      `select extract(month from now() at time zone 'UTC')::int as month`,
    )) as [{ month: number }];
    for (const season of SEASONS) {
      await polls.sql('update polls set seasonality = $2 where id = $1', [id, season]);
      expect({ season, relevant: await relevant(id) }).toEqual({
        season,
        relevant: SEASON_MONTHS[season].includes(month),
      });
    }
  });

  it('knows exactly one season for every month', () => {
    for (let month = 1; month <= 12; month += 1) {
      expect(
        (['spring', 'summer', 'autumn', 'winter'] as const).filter((season) => SEASON_MONTHS[season].includes(month)),
      ).toHaveLength(1);
    }
  });
});
