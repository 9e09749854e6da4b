import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_SETTINGS,
  authRpc,
  profileUpdated,
  settingsChanged,
  type Account,
  type InstanceSettings,
} from '@inkling/contracts';
import { ApiError, Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { EventFeed, outcome } from '@inkling/testing';
import { z } from 'zod';
import { Polls, type Ask } from '../polls.spec-support.js';

const DAY_MS = 86_400_000;

/** Accounts as auth knows them now. */
const accounts = new Map<number, Partial<Account>>();
let away = false;
let asked = 0;

@RpcController()
class AuthStandIn {
  @Rpc(authRpc.account)
  account({ userId }: RpcRequestOf<typeof authRpc.account>): Account {
    asked += 1;
    if (away) throw new ApiError('unavailable');
    const facts = accounts.get(userId) ?? {};
    return { ...profile(userId), id: userId, email: 'a@example.org', emailVerified: false, role: 'member', ...facts };
  }
}
@Module({ controllers: [AuthStandIn] })
class AuthModule {}

const profile = (id: number) => ({
  name: `Author ${id}`,
  username: `author${id}`,
  profilePicture: null,
  hasCompletedProfile: true,
  version: 2,
});

let polls: Polls;
let feed: EventFeed;
let version = 0;
beforeAll(async () => {
  polls = await Polls.start({ beside: [defineService({ name: 'auth', config: z.object({}), module: AuthModule })] });
  feed = await EventFeed.connect(polls.stack);
});
afterAll(async () => {
  await feed.close();
  await polls.stack.stop();
});

async function set(whoMayAsk: InstanceSettings['whoMayAsk'], number = (version += 1)): Promise<void> {
  await feed.publishTwice(settingsChanged, { version: number, settings: { ...DEFAULT_SETTINGS, whoMayAsk } });
  await feed.drained('community-events', 3);
}
/** Announces an account, as auth does. */
async function announce(userId: number, facts: { emailVerified: boolean; createdAt?: string }, number = 2) {
  await feed.publishTwice(profileUpdated, { ...profile(userId), userId, ...facts, version: number });
  await feed.drained('auth-events', 2);
}
/** When the account was made so that it is this many milliseconds from being old enough, by the database's clock. */
async function createdBefore(ms: number): Promise<string> {
  const [row] = await polls.sql<{ now: Date }>('select clock_timestamp() as now');
  return new Date(row!.now.getTime() - ms).toISOString();
}
const ask = (userId: number, more: Ask = {}) => outcome(polls.ask({ userId, ...more }));

describe('who may ask', () => {
  it('is anyone until the operator decides otherwise, without a question to auth', async () => {
    await announce(1, { emailVerified: false, createdAt: await createdBefore(0) });
    expect([await ask(1), asked]).toEqual(['ok', 0]);
  });

  it('is who has confirmed the address; an event on its way costs nobody the poll', async () => {
    await set({ kind: 'proved', days: 0 });
    expect(await ask(1)).toBe('ask-needs-email');
    await announce(2, { emailVerified: true });
    expect(await ask(2)).toBe('ok');
    accounts.set(1, { emailVerified: true, version: 3 });
    expect(await ask(1)).toBe('ok');
  });

  it('is an account of some days, from that instant on', async () => {
    await set({ kind: 'older-than', days: 7 });
    const created = await createdBefore(7 * DAY_MS - 60_000);
    await announce(3, { emailVerified: false, createdAt: created });
    const from = new Date(Date.parse(created) + 7 * DAY_MS).toISOString();
    const refused = await polls.ask({ userId: 3 }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ask-needs-age', status: 403, extra: { from } });
    expect((refused as ApiError).message).toMatch(/too new to ask polls here\. You can from .+ UTC on\.$/);
    await polls.sql(`update authors set joined_at = clock_timestamp() - interval '7 days' where user_id = 3`);
    expect(await ask(3)).toBe('ok');
  });

  it('asks auth once about an account of whose age no event has told', async () => {
    await announce(4, { emailVerified: true });
    accounts.set(4, { createdAt: await createdBefore(8 * DAY_MS) });
    asked = 0;
    for (let time = 0; time < 2; time += 1) expect(await ask(4)).toBe('ok');
    expect(asked).toBe(1);
    away = true;
    await announce(5, { emailVerified: true });
    expect(await ask(5)).toBe('unavailable');
    away = false;
    accounts.set(5, { createdAt: await createdBefore(6 * DAY_MS) });
    expect(await ask(5)).toBe('ask-needs-age');
  });

  it('is everybody who looks after the instance, and the probe', async () => {
    expect(await ask(5, { staff: true })).toBe('ok');
    expect(await ask(5, { unlisted: true })).toBe('ok');
  });

  it('follows the newest setting, whatever comes late', async () => {
    await set({ kind: 'anyone', days: 0 });
    await set({ kind: 'older-than', days: 365 }, 1);
    expect(await ask(5)).toBe('ok');
  });
});
