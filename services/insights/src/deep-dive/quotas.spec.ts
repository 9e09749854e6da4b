import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiError, RunningService } from '@inkling/platform';
import { outcome, tally } from '@inkling/testing';
import { InsightsStack } from '../insights.spec-support.js';

const PER_USER = 3;
const PER_DAY = 8;

let insights: InsightsStack;
let replica: RunningService;
beforeAll(async () => {
  insights = await InsightsStack.start({ INSIGHTS_PER_USER_PER_DAY: String(PER_USER), INSIGHTS_PER_DAY: String(PER_DAY) });
  replica = await insights.replica();
});
afterAll(async () => {
  await replica.stop();
  await insights.stop();
});

const polls = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await insights.poll());
  return ids;
};

describe('quotas', () => {
  it('hold exactly for one user, however many calls come at once', async () => {
    const ids = await polls(10);
    expect(await tally(ids.map((id) => insights.generate(id, 5)))).toEqual({ ok: PER_USER, 'insights-quota': 10 - PER_USER });
    expect(insights.model.asked).toHaveLength(PER_USER);
    const refusal = (await insights.generate(await insights.poll(), 5).catch((error: unknown) => error)) as ApiError;
    expect([refusal.code, refusal.status]).toEqual(['insights-quota', 429]);
    expect(refusal.extra.retryAfter).toBeGreaterThan(0);
    expect(refusal.extra.retryAfter).toBeLessThanOrEqual(86_400);
  });

  it('are no obstacle to what is stored, nor to others who ask for the same poll', async () => {
    const id = await insights.poll();
    const outcomes = await Promise.all([5, 6, 5].map((user) => outcome(insights.generate(id, user))));
    expect(outcomes[1]).toBe('ok');
    expect(await outcome(insights.generate(id, 5))).toBe('ok');
    expect([await insights.charged(5), await insights.charged(6)]).toEqual([PER_USER, 1]);
  });

  it('begin anew with the day', async () => {
    await insights.sql('update user_quotas set day = day - 1 where user_id = 5');
    expect(await outcome(insights.generate(await insights.poll(), 5))).toBe('ok');
  });

  it('are joined by a daily ceiling that holds exactly over all users', async () => {
    const left = PER_DAY - insights.model.asked.length;
    const ids = await polls(12);
    expect(await tally(ids.map((id, index) => insights.generate(id, 100 + index)))).toEqual({ ok: left, 'insights-unavailable': 12 - left });
    expect(insights.model.asked).toHaveLength(PER_DAY);
    const [row] = await insights.sql<{ calls: number }>('select coalesce(sum(calls), 0)::int as calls from user_quotas where user_id >= 100');
    expect(row!.calls).toBe(left);
  });
});
