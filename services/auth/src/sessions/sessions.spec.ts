import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, authRpc, sessionsEnded, type SessionRevoked } from '@inkling/contracts';
import { eventually, outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, claimsOf, type SignedIn } from '../auth.spec-support.js';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_SWEEP_SECONDS: '1' });
});
afterAll(() => auth.stop());

const refresh = (refreshToken: string, userId?: number) =>
  auth.rpc.call(authRpc.refresh, { refreshToken, userId, client: CLIENT });
/** Moves a token's use into the past, so that its grace period is over. */
const endGrace = (token: string) =>
  auth.rows(
    `update refresh_tokens set used_at = used_at - interval '10001 ms' where token_hash = $1`,
    hashOpaqueToken(token),
  );

describe('refresh', () => {
  it('exchanges a token for its successor and a fresh access token', async () => {
    const { account, session } = await auth.signUp();
    const next = await refresh(session.refreshToken);
    expect(next.account).toEqual(account);
    expect(next.session.sessionId).toBe(session.sessionId);
    expect(next.session.refreshToken).not.toBe(session.refreshToken);
    const claims = claimsOf(next.session.accessToken);
    expect(claims).toMatchObject({ sub: account.id, sid: session.sessionId, profile: false });
    expect(claims.exp - claims.iat).toBe(600);
    expect(Date.parse(next.session.accessExpiresAt)).toBe(claims.exp * 1000);
    const days = (Date.parse(next.session.refreshExpiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it('returns the same successor to tabs that refresh together, and stores it once', async () => {
    const { session } = await auth.signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refreshToken)));
    expect(new Set(answers.map((answer) => answer.session.refreshToken)).size).toBe(1);
    expect(await auth.rows('select 1 from refresh_tokens where session_id = $1', session.sessionId)).toHaveLength(2);
    expect(await outcome(refresh(answers[0]!.session.refreshToken))).toBe('ok');
  });

  it('returns the newest token within the grace period, even if another tab has rotated since', async () => {
    const { session } = await auth.signUp();
    const second = await refresh(session.refreshToken);
    const third = await refresh(second.session.refreshToken);
    expect((await refresh(session.refreshToken)).session.refreshToken).toBe(third.session.refreshToken);
    expect((await refresh(second.session.refreshToken)).session.refreshToken).toBe(third.session.refreshToken);
    expect(await auth.rows('select 1 from refresh_tokens where session_id = $1', session.sessionId)).toHaveLength(3);
  });

  it('revokes the whole family and notifies the gateways if a token is reused after the grace period', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const { account, session } = await auth.signUp();
    const next = await refresh(session.refreshToken);
    await endGrace(session.refreshToken);
    await expect(refresh(session.refreshToken)).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    await revoked.until((message) => message.sessionId === session.sessionId && message.userId === account.id);
    expect(await outcome(refresh(next.session.refreshToken))).toBe('unauthorized');
    expect(await auth.rows('select reason from sessions where id = $1', session.sessionId)).toEqual([
      { reason: 'reuse' },
    ]);
    revoked.stop();
  });

  it('leaves other sessions of the same account alone when one is revoked', async () => {
    const email = 'two.devices@example.org';
    const { session } = await auth.signUp(email);
    const other = await auth.rpc.call(authRpc.login, { email, password: 'a good password', client: CLIENT });
    await refresh(session.refreshToken);
    await endGrace(session.refreshToken);
    expect(await outcome(refresh(session.refreshToken))).toBe('unauthorized');
    expect(await outcome(refresh(other.session.refreshToken))).toBe('ok');
  });

  it('does not rotate for a user id that is not the owner', async () => {
    const { account, session } = await auth.signUp();
    expect(await outcome(refresh(session.refreshToken, account.id + 1))).toBe('forbidden');
    expect(await auth.rows('select used_at from refresh_tokens where session_id = $1', session.sessionId)).toEqual([
      { used_at: null },
    ]);
    expect(await outcome(refresh(session.refreshToken, account.id))).toBe('ok');
  });

  it("refuses tokens that are unknown or have expired by the database's clock", async () => {
    expect(await outcome(refresh(newOpaqueToken()))).toBe('unauthorized');
    expect(await outcome(refresh(''))).toBe('unauthorized');
    const { session } = await auth.signUp();
    await auth.rows('update refresh_tokens set expires_at = now() where session_id = $1', session.sessionId);
    expect(await outcome(refresh(session.refreshToken))).toBe('unauthorized');
  });

  it('revokes a family once, however many reuses are concurrent', async () => {
    const { session } = await auth.signUp();
    await refresh(session.refreshToken);
    await endGrace(session.refreshToken);
    expect(await tally(Array.from({ length: 10 }, () => refresh(session.refreshToken)))).toEqual({ unauthorized: 10 });
    expect(await auth.rows('select reason from sessions where id = $1', session.sessionId)).toEqual([
      { reason: 'reuse' },
    ]);
  });
});

describe('log-out', () => {
  it.each(['refreshToken', 'sessionId'] as const)(
    'by %s ends the session, tells the gateways, and may be repeated',
    async (key) => {
      const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
      const { account, session } = await auth.signUp();
      const { sessionId, refreshToken } = session;
      expect((await auth.rpc.call(authRpc.revokedSessions, {})).sessionIds).not.toContain(sessionId);
      await auth.rpc.call(authRpc.logout, { [key]: session[key] });
      await revoked.until((message) => message.sessionId === sessionId && message.userId === account.id);
      expect(await outcome(refresh(refreshToken))).toBe('unauthorized');
      const [first] = await auth.rows('select revoked_at from sessions where id = $1', sessionId);
      await auth.rpc.call(authRpc.logout, { refreshToken, sessionId });
      expect(await auth.rows('select revoked_at, reason from sessions where id = $1', sessionId)).toEqual([
        { ...first, reason: 'logout' },
      ]);
      expect((await auth.rpc.call(authRpc.revokedSessions, {})).sessionIds).toContain(sessionId);
      revoked.stop();
    },
  );

  it('of an unknown session is not an error', async () => {
    expect(await auth.rpc.call(authRpc.logout, {})).toEqual({});
    expect(await auth.rpc.call(authRpc.logout, { refreshToken: 'nonsense', sessionId: randomUUID() })).toEqual({});
  });

  it('is not reported to starting gateways once the access token has expired', async () => {
    const { session } = await auth.signUp();
    await auth.rpc.call(authRpc.logout, { sessionId: session.sessionId });
    await auth.rows(`update sessions set revoked_at = now() - interval '601 seconds' where id = $1`, session.sessionId);
    expect((await auth.rpc.call(authRpc.revokedSessions, {})).sessionIds).not.toContain(session.sessionId);
  });
});

describe('other services', () => {
  /** The session ids in this account's events, in order. */
  const published = async (userId: number): Promise<unknown[]> =>
    (
      await auth.rows(
        `select payload::json->'data'->'sessionIds' as ids from outbox
         where payload::json->>'type' = $1 and (payload::json->'data'->>'userId')::bigint = $2 order by id`,
        sessionsEnded.type,
        userId,
      )
    ).map(({ ids }) => ids);

  it('are notified once of every ended session, whatever ended it', async () => {
    const email = 'many.ways@example.org';
    const { account, session } = await auth.signUp(email);
    const more = async (): Promise<SignedIn['session']> => (await auth.logIn(email)).session;
    const userId = account.id;
    for (let time = 0; time < 2; time += 1)
      await auth.rpc.call(authRpc.logout, { refreshToken: session.refreshToken, sessionId: session.sessionId });
    expect(await published(userId)).toEqual([[session.sessionId]]);

    const chosen = await more();
    for (let time = 0; time < 2; time += 1)
      await auth.rpc.call(authRpc.endSession, { userId, sessionId: chosen.sessionId });
    const stolen = await more();
    await refresh(stolen.refreshToken);
    await endGrace(stolen.refreshToken);
    expect(await outcome(refresh(stolen.refreshToken))).toBe('unauthorized');
    expect(await published(userId)).toEqual([[session.sessionId], [chosen.sessionId], [stolen.sessionId]]);

    const [current, other, third] = [await more(), await more(), await more()];
    await auth.rpc.call(authRpc.changePassword, {
      userId,
      sessionId: current.sessionId,
      currentPassword: PASSWORD,
      newPassword: 'another good password',
    });
    expect(new Set((await published(userId)).at(-1) as string[])).toEqual(new Set([other.sessionId, third.sessionId]));
    await auth.rpc.call(authRpc.endAllSessions, { userId });
    expect((await published(userId)).slice(4)).toEqual([[current.sessionId]]);
  });

  it('are notified of very many sessions in several events', async () => {
    const { account } = await auth.signUp();
    await auth.rows(
      `insert into sessions (id, account_id, user_agent)
       select gen_random_uuid(), $1, 'spec' from generate_series(1, 2100)`,
      account.id,
    );
    await auth.rpc.call(authRpc.endAllSessions, { userId: account.id });
    expect((await published(account.id)).map((ids) => (ids as string[]).length)).toEqual([1_000, 1_000, 101]);
  });
});

describe('sweep', () => {
  it('removes expired rows and keeps live ones', async () => {
    const [ended, abandoned, alive] = [await auth.signUp(), await auth.signUp(), await auth.signUp()].map(
      ({ session }) => session.sessionId,
    );
    // Inserted first, because the sweep may delete its session at any time.
    await auth.rows(
      `insert into action_tokens (account_id, purpose, token_hash, expires_at)
       select account_id, 'password-reset', sha256(id::text::bytea), now() - interval '31 days'
       from sessions where id = $1`,
      ended,
    );
    await auth.rows(
      `update sessions set revoked_at = now() - interval '2 days', reason = 'logout' where id = $1`,
      ended,
    );
    await auth.rows(`update sessions set last_used_at = now() - interval '31 days' where id = $1`, abandoned);
    await auth.rows(`update refresh_tokens set expires_at = now() - interval '1 day' where session_id = $1`, abandoned);
    await eventually(async () =>
      expect(await auth.rows('select 1 from sessions where id = any($1::uuid[])', [ended, abandoned])).toEqual([]),
    );
    await eventually(async () =>
      expect(await auth.rows(`select 1 from action_tokens where expires_at < now()`)).toEqual([]),
    );
    expect(
      await auth.rows('select session_id from refresh_tokens where session_id = any($1::uuid[])', [
        ended,
        abandoned,
        alive,
      ]),
    ).toEqual([{ session_id: alive }]);
  });
});
