import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, SessionInfo, authRpc, type SessionRevoked } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, newEmail, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

const list = ({ account, session }: SignedIn) =>
  auth.rpc.call(authRpc.sessions, { userId: account.id, sessionId: session.sessionId });
const end = (userId: number, sessionId: string) => auth.rpc.call(authRpc.endSession, { userId, sessionId });
const endAll = (userId: number) => auth.rpc.call(authRpc.endAllSessions, { userId });
/** A person with this many sessions, the first in another browser. */
const signedIn = async (times: number): Promise<SignedIn[]> => {
  const email = newEmail();
  const all = [
    await auth.rpc.call(authRpc.signup, {
      email,
      password: PASSWORD,
      client: { ip: CLIENT.ip, userAgent: 'Another Browser/1.0' },
    }),
  ];
  while (all.length < times) all.push(await auth.logIn(email));
  return all;
};

describe('list of sessions', () => {
  it("shows only the user's own sessions, the most recently used first", async () => {
    const [first, second] = await signedIn(2);
    await auth.signUp();
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
    await auth.refresh(first!);
    const [latest] = await list(second!);
    expect(latest).toMatchObject({ id: first!.session.sessionId, current: false });
    expect(Date.parse(latest!.lastSeenAt)).toBeGreaterThan(Date.parse(latest!.createdAt));
    expect(Math.abs(Date.parse(latest!.lastSeenAt) - Date.now())).toBeLessThan(60_000);
  });

  it('leaves out sessions that have ended or can no longer be refreshed', async () => {
    const [own, ended, expired] = await signedIn(3);
    await auth.rpc.call(authRpc.logout, { sessionId: ended!.session.sessionId });
    await auth.rows('update refresh_tokens set expires_at = now() where session_id = $1', expired!.session.sessionId);
    expect((await list(own!)).map(({ id }) => id)).toEqual([own!.session.sessionId]);
  });
});

describe('end of sessions', () => {
  it("of the user's own closes its sockets, keeps the others, and may be repeated", async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const [own, other] = await signedIn(2);
    const { account, session } = other!;
    for (let time = 0; time < 2; time += 1) expect(await end(account.id, session.sessionId)).toEqual({});
    await revoked.until((message) => message.sessionId === session.sessionId && message.userId === account.id);
    expect([await outcome(auth.refresh(other!)), await outcome(auth.refresh(own!))]).toEqual(['unauthorized', 'ok']);
    expect((await auth.rpc.call(authRpc.revokedSessions, {})).sessionIds).toContain(session.sessionId);
    revoked.stop();
  });

  it("of another user's or an unknown one is session-not-found, and ends nothing", async () => {
    const [[own], [other]] = [await signedIn(1), await signedIn(1)];
    await expect(end(own!.account.id, other!.session.sessionId)).rejects.toMatchObject({
      code: 'session-not-found',
      status: 404,
    });
    expect(await outcome(end(own!.account.id, randomUUID()))).toBe('session-not-found');
    expect(await outcome(auth.refresh(other!))).toBe('ok');
  });

  it('everywhere ends all sessions of one user and none of others', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const [mine, [other]] = [await signedIn(4), await signedIn(1)];
    expect(await endAll(mine[0]!.account.id)).toEqual({});
    for (const { session } of mine) await revoked.until(({ sessionId }) => sessionId === session.sessionId);
    expect(revoked.messages).toHaveLength(4);
    expect(await tally(mine.map((each) => auth.refresh(each)))).toEqual({ unauthorized: 4 });
    expect(await outcome(auth.refresh(other!))).toBe('ok');
    expect(await outcome(endAll(999_999))).toBe('ok');
    revoked.stop();
  });

  it('everywhere does not deadlock with log-ins, refreshes and profile changes', async () => {
    const mine = await signedIn(3);
    const { account } = mine[0]!;
    const calls = [
      ...mine.map((each) => auth.refresh(each)),
      ...mine.map(({ session }, index) =>
        auth.rpc.call(authRpc.saveProfile, {
          userId: account.id,
          sessionId: session.sessionId,
          name: 'Busy',
          username: `busy${index}`,
        }),
      ),
      ...mine.map(() => auth.logIn(account.email)),
      endAll(account.id),
      endAll(account.id),
    ];
    const outcomes = await tally(calls);
    expect(Object.keys(outcomes).filter((code) => code !== 'ok' && code !== 'unauthorized')).toEqual([]);
    expect(await outcome(endAll(account.id))).toBe('ok');
    expect(await auth.rows('select 1 from sessions where account_id = $1 and revoked_at is null', account.id)).toEqual(
      [],
    );
  });
});
