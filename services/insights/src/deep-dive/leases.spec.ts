import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@inkling/platform';
import { eventually, outcome, tally } from '@inkling/testing';
import { InsightsStack } from '../insights.spec-support.js';
import { DeepDiveService } from './deep-dive-service.js';

let insights: InsightsStack;
let replica: RunningService;
beforeAll(async () => {
  insights = await InsightsStack.start({ INSIGHTS_LEASE_MS: '2500' });
  replica = await insights.replica();
});
afterAll(async () => {
  await replica.stop();
  await insights.stop();
});
afterEach(() => {
  insights.model.asked.length = 0;
  insights.model.script.length = 0;
});

const asked = () => insights.model.asked.length;
const writes = (text: string) => ({ output: { paragraphs: [text] } });
/** A failure that the client does not retry. */
const FAILURE = { status: 500, headers: { 'x-should-retry': 'false' } };
const hundred = (id: number) =>
  Array.from({ length: 100 }, (_, index) => insights.generate(id, 10_000 + id * 100 + index));
const chargedFor = async (id: number): Promise<number> => {
  const [row] = await insights.sql<{ calls: number }>(
    'select coalesce(sum(calls), 0)::int as calls from user_quotas where user_id between $1 and $2',
    [10_000 + id * 100, 10_099 + id * 100],
  );
  return row!.calls;
};

describe('a lease', () => {
  it('is renewed while its work goes on', async () => {
    const id = await insights.poll();
    const release = Promise.withResolvers<void>();
    insights.model.script.push({ ...writes('For everyone.'), after: release.promise });
    const callers = hundred(id);
    const expiry = async () =>
      (await insights.sql<{ at: string }>('select expires_at::text as at from leases where poll_id = $1', [id]))[0]?.at;
    await eventually(async () => (await expiry()) !== undefined);
    const first = await expiry();
    await eventually(
      async () =>
        (
          await insights.sql(
            `select 1 from leases where poll_id = $1 and expires_at > $2::timestamptz + interval '700 ms'`,
            [id, first],
          )
        ).length === 1,
    );
    expect((await insights.get(id)).generating).toBe(true);
    release.resolve();
    expect(new Set((await Promise.all(callers)).map(({ insights: text }) => text))).toEqual(new Set(['For everyone.']));
    expect([asked(), await chargedFor(id)]).toEqual([1, 1]);
  });

  it('that fails fails for all waiting callers, but not for later ones', async () => {
    const id = await insights.poll();
    const release = Promise.withResolvers<void>();
    insights.model.script.push({ ...FAILURE, after: release.promise });
    const [holder, ...waiting] = hundred(id);
    await eventually(() => asked() === 1);
    const refused = tally([holder!, ...waiting]);
    // Each replica handles calls in their order. Once it has answered these, which read the lease too, all earlier
    // callers wait for the lease.
    for (let look = 0; look < 3; look += 1) await Promise.all(Array.from({ length: 40 }, () => insights.get(id)));
    release.resolve();
    expect(await refused).toEqual({ 'insights-unavailable': 100 });
    expect([asked(), await chargedFor(id)]).toEqual([1, 0]);
    expect(await insights.get(id)).toMatchObject({ hasInsights: false, generating: false });
    expect((await insights.generate(id)).hasInsights).toBe(true);
  });

  it("of a crashed holder goes to a waiting caller, and the holder's user is refunded", async () => {
    const id = await insights.poll();
    // The lease of a killed process.
    await insights.sql(
      `insert into leases (poll_id, token, user_id, day, expires_at)
       values ($1, gen_random_uuid(), 77, (now() at time zone 'UTC')::date, now() + interval '1 hour')`,
      [id],
    );
    await insights.sql(
      `insert into user_quotas (day, user_id, calls) values ((now() at time zone 'UTC')::date, 77, 3)`,
    );
    await Promise.all([
      ...Array.from({ length: 20 }, () => insights.generate(id, 78)),
      (async () => {
        expect((await insights.get(id)).generating).toBe(true);
        expect(asked()).toBe(0);
        await insights.sql('update leases set expires_at = now() where poll_id = $1', [id]);
      })(),
    ]);
    expect(asked()).toBe(1);
    expect([await insights.charged(77), await insights.charged(78)]).toEqual([2, 1]);
  });

  it('that was lost cannot overwrite the text of its successor', async () => {
    const id = await insights.poll();
    const release = Promise.withResolvers<void>();
    insights.model.script.push(
      { ...writes('From the old holder.'), after: release.promise },
      writes('From the new holder.'),
    );
    const old = outcome(insights.generate(id));
    await eventually(() => asked() === 1);
    await insights.sql('delete from leases where poll_id = $1', [id]);
    expect((await insights.generate(id)).insights).toBe('From the new holder.');
    release.resolve();
    expect(await old).toBe('ok');
    expect((await insights.get(id)).insights).toBe('From the new holder.');
  });

  it('of a replica that shuts down goes to another replica immediately', async () => {
    const other = await insights.replica({ INSIGHTS_LEASE_MS: '60000' });
    const id = await insights.poll();
    const never = Promise.withResolvers<void>();
    insights.model.script.push({ after: never.promise });
    // Called directly and not through the queue group, so that this replica holds the lease.
    const left = outcome(
      other.app.get(DeepDiveService, { strict: false }).generate(id, { userId: 80, ip: null }, false),
    );
    await eventually(() => asked() === 1);
    const waiting = outcome(
      insights.stack
        .service('insights')
        .app.get(DeepDiveService, { strict: false })
        .generate(id, { userId: 81, ip: null }, false),
    );
    await other.stop();
    expect(await left).toBe('insights-unavailable');
    expect(await waiting).toBe('ok');
    expect([await insights.charged(80), await insights.charged(81)]).toEqual([0, 1]);
    never.resolve();
  });
});
