import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InsightsStack } from './insights.spec-support.js';

let insights: InsightsStack;
beforeAll(async () => {
  insights = await InsightsStack.start();
});
afterAll(() => insights.stop());

describe('polls', () => {
  it('are stored as their authors wrote them, and a deletion wins over a late creation', async () => {
    const text = { question: 'A question?', options: ['yes', 'no, "never"'] };
    const [kept, deleted, late] = [await insights.poll(text), await insights.poll(text), insights.unknown()];
    await insights.remove(deleted);
    await insights.remove(late);
    await insights.create({ pollId: late, ...text });
    const gone = { question: null, options: [], deleted: true };
    expect(await insights.sql('select poll_id::int, question, options, deleted from polls order by poll_id')).toEqual([
      { poll_id: kept, ...text, deleted: false },
      { poll_id: deleted, ...gone },
      { poll_id: late, ...gone },
    ]);
  });

  it('are deleted with their texts, leases and labels', async () => {
    const id = await insights.poll();
    await insights.generate(id);
    await insights.classified();
    expect(
      await insights.sql(
        'select 1 from deep_dives where poll_id = $1 union all select 1 from classifications where poll_id = $1',
        [id],
      ),
    ).toHaveLength(2);
    await insights.remove(id);
    for (const table of ['deep_dives', 'leases', 'classifications', 'classification_queue'])
      expect(await insights.sql(`select 1 from ${table} where poll_id = $1`, [id])).toEqual([]);
  });
});
