import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, SessionInfo, authRpc, type SessionRevoked } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import {
  CLIENT,
  PASSWORD,
  listen,
  logIn,
  newEmail,
  signUp,
  startAuth,
  type SignedIn,
  type Stack,
} from '../auth.spec-support.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startAuth();
});
afterAll(() => stack.stop());

const rows = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  stack.sql('auth', text, values);
const list = ({ account, session }: SignedIn) =>
  stack.rpc.call(authRpc.sessions, { userId: account.id, sessionId: session.sessionId });
const end = (userId: number, sessionId: string) => stack.rpc.call(authRpc.endSession, { userId, sessionId });
const endAll = (userId: number) => stack.rpc.call(authRpc.endAllSessions, { userId });
const refresh = ({ session }: SignedIn) =>
  stack.rpc.call(authRpc.refresh, { refreshToken: session.refreshToken, client: CLIENT });
/** A person with this many sessions, the first in another browser. */
const signedIn = async (times: number): Promise<SignedIn[]> => {
  const email = newEmail();
  const all = [
    await stack.rpc.call(authRpc.signup, {
      email,
      password: PASSWORD,
      client: { ip: CLIENT.ip, userAgent: 'Another Browser/1.0' },
    }),
  ];
  while (all.length < times) all.push(await logIn(stack, email));
  return all;
};

describe('list of sessions', () => {
  it("shows only the user's own sessions, the most recently used first", async () => {
    const [first, second] = await signedIn(2);
    await signUp(stack);
    const listed = await list(first!);
    expect(listed.map((session) => SessionInfo.strict().parse(session))).toEqual([
      {
        id: second!.session.sessionId,
        userAgent: 'spec',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        current: false,
      },
      {
        id: first!.session.sessionId,
        userAgent: 'Another Browser/1.0',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        current: true,
      },
    ]);
    await refresh(first!);
    const [latest] = await list(second!);
    expect(latest).toMatchObject({ id: first!.session.sessionId, current: false });
    expect(Date.parse(latest!.lastSeenAt)).toBeGreaterThan(Date.parse(latest!.createdAt));
    expect(Math.abs(Date.parse(latest!.lastSeenAt) - Date.now())).toBeLessThan(60_000);
  });

  it('leaves out sessions that have ended or can no longer be refreshed', async () => {
    const [own, ended, expired] = await signedIn(3);
    await stack.rpc.call(authRpc.logout, { sessionId: ended!.session.sessionId });
    await rows('update refresh_tokens set expires_at = now() where session_id = $1', expired!.session.sessionId);
    expect((await list(own!)).map(({ id }) => id)).toEqual([own!.session.sessionId]);
  });
});

describe('end of sessions', () => {
  it("of the user's own closes its sockets, keeps the others, and may be repeated", async () => {
    const revoked = listen<SessionRevoked>(stack, SESSION_REVOKED_SUBJECT);
    const [own, other] = await signedIn(2);
    const { account, session } = other!;
    for (let time = 0; time < 2; time += 1) expect(await end(account.id, session.sessionId)).toEqual({});
    await revoked.until((message) => message.sessionId === session.sessionId && message.userId === account.id);
    expect([await outcome(refresh(other!)), await outcome(refresh(own!))]).toEqual(['unauthorized', 'ok']);
    expect((await stack.rpc.call(authRpc.revokedSessions, {})).sessionIds).toContain(session.sessionId);
    revoked.stop();
  });

  it("of another user's or an unknown one is session-not-found, and ends nothing", async () => {
    const [[own], [other]] = [await signedIn(1), await signedIn(1)];
    await expect(end(own!.account.id, other!.session.sessionId)).rejects.toMatchObject({
      code: 'session-not-found',
      status: 404,
    });
    expect(await outcome(end(own!.account.id, randomUUID()))).toBe('session-not-found');
    expect(await outcome(refresh(other!))).toBe('ok');
  });

  it('everywhere ends all sessions of one user and none of others', async () => {
    const revoked = listen<SessionRevoked>(stack, SESSION_REVOKED_SUBJECT);
    const [mine, [other]] = [await signedIn(4), await signedIn(1)];
    expect(await endAll(mine[0]!.account.id)).toEqual({});
    for (const { session } of mine) await revoked.until(({ sessionId }) => sessionId === session.sessionId);
    expect(revoked.messages).toHaveLength(4);
    expect(await tally(mine.map(refresh))).toEqual({ unauthorized: 4 });
    expect(await outcome(refresh(other!))).toBe('ok');
    expect(await outcome(endAll(999_999))).toBe('ok');
    revoked.stop();
  });

  it('everywhere does not deadlock with log-ins, refreshes and profile changes', async () => {
    const mine = await signedIn(3);
    const { account } = mine[0]!;
    const calls = [
      ...mine.map(refresh),
      ...mine.map(({ session }, index) =>
        stack.rpc.call(authRpc.saveProfile, {
          userId: account.id,
          sessionId: session.sessionId,
          name: 'Busy',
          username: `busy${index}`,
        }),
      ),
      ...mine.map(() => logIn(stack, account.email)),
      endAll(account.id),
      endAll(account.id),
    ];
    const outcomes = await tally(calls);
    expect(Object.keys(outcomes).filter((code) => code !== 'ok' && code !== 'unauthorized')).toEqual([]);
    expect(await outcome(endAll(account.id))).toBe('ok');
    expect(await rows('select 1 from sessions where account_id = $1 and revoked_at is null', account.id)).toEqual([]);
  });
});
