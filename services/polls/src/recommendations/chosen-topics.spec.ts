import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import { Polls } from '../polls.spec-support.js';
import { PollActivity } from '../trending/poll-activity.js';
import { TasteRepository } from './taste.repository.js';

let polls: Polls;
let asked: number[];
beforeAll(async () => {
  // Recommendations are cached for long, so that only choosing topics changes the next read.
  polls = await Polls.start({ env: { RECOMMENDATIONS_MS: '600000', FEED_CACHE_MS: '1' } });
  // The oldest polls have two authors; the first page holds none of them.
  asked = [...(await polls.seed(2, 1)), ...(await polls.seed(1, 2)), ...(await polls.seedCrowd(25))];
  await polls.sql(`update polls set topics = '{night trains}' where id = $1`, [asked[2]]);
  await polls.part(PollActivity).store(
    new Map([
      [asked[0]!, 9],
      [asked[2]!, 1],
    ]),
    new Date(),
  );
  await polls.part(PollActivity).mark(new Date());
});
afterAll(() => polls.stack.stop());

const choose = (userId: number, topics: string[]) => polls.stack.rpc.call(pollsRpc.chooseTopics, { userId, topics });
const stored = () => polls.sql<{ topics: string[] }>('select topics from chosen_topics order by user_id');
async function firstRecommended(viewerId: number): Promise<string> {
  const { polls: texts, recommended } = await polls.stack.rpc.call(pollsRpc.firstPage, { viewerIds: [viewerId] });
  const [position, reason] = recommended![0]!.polls[0]!;
  return `${(JSON.parse(`${texts[position]!.hidden}}`) as { id: number }).id} ${reason}`;
}

describe('chosen topics', () => {
  it('bring a poll about them to the front at the next read, only for that viewer', async () => {
    expect(await firstRecommended(9)).toBe(`${asked[0]} trending`);
    await choose(9, ['#NightTrains', '#nighttrains', '#Food']);
    expect(await stored()).toEqual([{ topics: ['nighttrains', 'food'] }]);
    expect(await firstRecommended(9)).toBe(`${asked[2]} suggested`);
    expect(await firstRecommended(10)).toBe(`${asked[0]} trending`);
  });

  it('are replaced by the next choice, and removed by an empty one', async () => {
    await choose(9, ['#Books']);
    expect(await stored()).toEqual([{ topics: ['books'] }]);
    await Promise.all([choose(9, ['a1']), choose(9, ['a1']), choose(9, ['a1'])]);
    expect(await stored()).toEqual([{ topics: ['a1'] }]);
    await choose(9, ['#', '!!']);
    expect(await stored()).toEqual([]);
    expect(await firstRecommended(9)).toBe(`${asked[0]} trending`);
  });

  it('apply to the next read even when an earlier one is still under way', async () => {
    const tastes = polls.part(TasteRepository);
    const { of } = tastes;
    const [read, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = jest.spyOn(tastes, 'of').mockImplementationOnce(async (...asking) => {
      const found = await of.apply(tastes, asking);
      read.resolve();
      await goOn.promise;
      return found;
    });
    const earlier = firstRecommended(11);
    await read.promise;
    await choose(11, ['#NightTrains']);
    goOn.resolve();
    await earlier;
    slow.mockRestore();
    expect(await firstRecommended(11)).toBe(`${asked[2]} suggested`);
  });
});
