import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiError, RunningService } from '@inkling/platform';
import { outcome, tally } from '@inkling/testing';
import { InsightsStack } from '../insights.spec-support.js';

const PER_USER = 3;
const PER_DAY = 40;
/** A tenth of the daily limit. */
const PER_NETWORK = 4;

let insights: InsightsStack;
let replica: RunningService;
beforeAll(async () => {
  insights = await InsightsStack.start({
    INSIGHTS_PER_USER_PER_DAY: String(PER_USER),
    INSIGHTS_PER_DAY: String(PER_DAY),
  });
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
  it('are exact for one user, even for concurrent calls', async () => {
    const ids = await polls(10);
    expect(await tally(ids.map((id) => insights.generate(id, 5)))).toEqual({
      ok: PER_USER,
      'insights-quota': 10 - PER_USER,
    });
    expect(insights.model.asked).toHaveLength(PER_USER);
    const refusal = (await insights.generate(await insights.poll(), 5).catch((error: unknown) => error)) as ApiError;
    expect([refusal.code, refusal.status]).toEqual(['insights-quota', 429]);
    expect(refusal.extra.retryAfter).toBeGreaterThan(0);
    expect(refusal.extra.retryAfter).toBeLessThanOrEqual(86_400);
  });

  it('limit neither stored texts nor other users who ask for the same poll', async () => {
    const id = await insights.poll();
    const outcomes = await Promise.all([5, 6, 5].map((user) => outcome(insights.generate(id, user))));
    expect(outcomes[1]).toBe('ok');
    expect(await outcome(insights.generate(id, 5))).toBe('ok');
    expect([await insights.charged(5), await insights.charged(6)]).toEqual([PER_USER, 1]);
  });

  it('reserve most of the daily limit for others, however many accounts one network has', async () => {
    const ids = await polls(10);
    const fromHome = ids.map((id, index) => insights.generate(id, 200 + index, '203.0.113.7'));
    expect(await tally(fromHome)).toEqual({ ok: PER_NETWORK, 'insights-network-quota': 10 - PER_NETWORK });
    const refused = insights.generate(await insights.poll(), 220, '203.0.113.7');
    const refusal = (await refused.catch((error: unknown) => error)) as ApiError;
    expect(refusal.body()).toEqual({
      code: 'insights-network-quota',
      message: 'Many Deep Dives have been asked for from your network. Please try again later.',
      retryAfter: expect.any(Number),
    });
    expect(refusal.status).toBe(429);
    // A refusal because of the network does not use up the user's own quota or other networks' quotas.
    expect(await insights.charged(220)).toBe(0);
    expect(await outcome(insights.generate(await insights.poll(), 220, '203.0.113.8'))).toBe('ok');
  });

  it('reserve it for users outside the same IPv6 block', async () => {
    const ids = await polls(12);
    const outcomes: string[] = [];
    for (const [index, id] of ids.entries()) {
      outcomes.push(await outcome(insights.generate(id, 300 + index, `2001:db8:1:${index}00::1`)));
    }
    const most = 2 * PER_NETWORK;
    expect(outcomes).toEqual([...Array(most).fill('ok'), ...Array(12 - most).fill('insights-network-quota')]);
  });

  it('refund failures to a network, and delete networks after the day', async () => {
    const ip = '198.51.100.77';
    for (let time = 0; time < PER_NETWORK + 2; time += 1) {
      insights.model.script.push({ status: 400 });
      expect(await outcome(insights.generate(await insights.poll(), 400 + time, ip))).toBe('insights-unavailable');
    }
    expect(await outcome(insights.generate(await insights.poll(), 420, ip))).toBe('ok');
    expect(await insights.sql('select network, calls from network_quotas where network = $1', [ip])).toEqual([
      { network: ip, calls: 1 },
    ]);
  });

  it('start over each day', async () => {
    await insights.sql('update user_quotas set day = day - 1 where user_id = 5');
    expect(await outcome(insights.generate(await insights.poll(), 5))).toBe('ok');
  });

  it('limit one account to the quota of a network, even if its own is larger', async () => {
    const generous = await insights.replica({ INSIGHTS_PER_USER_PER_DAY: '1000' });
    await replica.stop();
    await insights.stack.stopService('insights');
    try {
      const ids = await polls(PER_NETWORK + 2);
      expect(await tally(ids.map((id) => insights.generate(id, 500)))).toEqual({
        ok: PER_NETWORK,
        'insights-quota': 2,
      });
    } finally {
      replica = await insights.replica();
      await generous.stop();
    }
  });

  it('include a daily limit that is exact over all users', async () => {
    const before = insights.model.asked.length;
    const left = 3;
    await insights.sql('update daily_calls set calls = $1', [PER_DAY - left]);
    const ids = await polls(12);
    expect(await tally(ids.map((id, index) => insights.generate(id, 100 + index)))).toEqual({
      ok: left,
      'insights-unavailable': 12 - left,
    });
    expect(insights.model.asked).toHaveLength(before + left);
    const [row] = await insights.sql<{ calls: number }>(
      'select coalesce(sum(calls), 0)::int as calls from user_quotas where user_id between 100 and 199',
    );
    expect(row!.calls).toBe(left);
  });
});
