import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { ACCESS_COOKIE, REFRESH_COOKIE, type User } from '@inkling/contracts';
import { Client, expectStatus, shareApi, type Api } from './api.spec-support.js';

describe('sessions', () => {
  const product = shareApi();
  let api: Api;
  beforeAll(async () => {
    api = await product.start();
  }, 120_000);
  afterAll(() => product.stop(), 60_000);

  const withCookies = (cookies: Record<string, string>): Client => {
    const client = api.client();
    for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value);
    return client;
  };

  it('does not take a header, a parameter or a readable cookie for a session', async () => {
    const person = await api.person();
    const id = String(person.user.id);
    const stranger = api.client();
    for (const answer of [
      await stranger.get('/api/auth/me', { 'x-user-id': id }),
      await stranger.get(`/api/auth/me?userId=${id}`),
      await stranger.get(`/api/auth/me?userId=${id}`, {
        'x-user-id': id,
        cookie: `user=${id}; userId=${id}; clientCheck=1`,
      }),
      await stranger.post('/api/auth/refresh-session', { userId: person.user.id }, { 'x-user-id': id }),
    ]) {
      expect([answer.status, answer.body['authCookieFound']]).toEqual([401, false]);
    }
  });

  it("answers as the session's user, whatever the header says", async () => {
    const a = await api.person('A');
    const b = await api.person('B');
    const me = await a.get<User>(`/api/auth/me?userId=${b.user.id}`, { 'x-user-id': String(b.user.id) });
    expect([me.status, me.body.id]).toEqual([200, a.user.id]);
    const profile = await a.post('/api/users/create-profile', {
      name: 'Mallory',
      username: `mallory${a.user.id}`,
      userId: b.user.id,
    });
    expect([profile.status, profile.body['code']]).toEqual([403, 'forbidden']);
  });

  it('says that a cookie arrived, and renews once for a GET with the right user', async () => {
    const person = await api.person();
    const refresh = person.cookies.get(REFRESH_COOKIE)!;
    const expired = withCookies({ [ACCESS_COOKIE]: 'nonsense', [REFRESH_COOKIE]: refresh });
    expect((await expired.get('/api/auth/me')).body).toMatchObject({ code: 'unauthorized', authCookieFound: true });

    const other = await api.person();
    const wrong = await withCookies({ [REFRESH_COOKIE]: refresh }).get(`/api/auth/me?userId=${other.user.id}`);
    expect([wrong.status, wrong.body['authCookieFound']]).toEqual([401, false]);
    // A wrong hint must not end the session of the cookie's owner.
    expect(wrong.headers.getSetCookie()).toEqual([]);

    const renewed = await expired.get<User>(`/api/auth/me?userId=${person.user.id}`);
    expect([renewed.status, renewed.body.id]).toEqual([200, person.user.id]);
    expect(expired.cookies.get(REFRESH_COOKIE)).not.toBe(refresh);
    expect((await expired.get('/api/auth/me')).status).toBe(200);
  });

  it('gives two tabs the same successor within the grace, and ends the family on later reuse', async () => {
    const person = await api.person();
    const old = person.cookies.get(REFRESH_COOKIE)!;
    const tabs = [withCookies({ [REFRESH_COOKIE]: old }), withCookies({ [REFRESH_COOKIE]: old })];
    for (const tab of tabs) await expectStatus(tab.post('/api/auth/refresh-session', { userId: person.user.id }), 200);
    expect(tabs[0]!.cookies.get(REFRESH_COOKIE)).toBe(tabs[1]!.cookies.get(REFRESH_COOKIE));

    await eventually(
      async () => {
        const thief = withCookies({ [REFRESH_COOKIE]: old });
        expect((await thief.post('/api/auth/refresh-session')).status).toBe(401);
      },
      { timeoutMs: 20_000, intervalMs: 200 },
    );
    // The successor and the family's access tokens are refused from now on.
    expect(
      (await withCookies({ [REFRESH_COOKIE]: tabs[0]!.cookies.get(REFRESH_COOKIE)! }).post('/api/auth/refresh-session'))
        .status,
    ).toBe(401);
    await eventually(async () => expect((await tabs[0]!.get('/api/auth/me')).status).toBe(401));
    await eventually(async () => expect((await person.get('/api/auth/me')).status).toBe(401));
  });

  it('ends the session on logout for every copy of its cookies', async () => {
    const person = await api.person();
    const copy = withCookies(Object.fromEntries(person.cookies));
    expect((await person.post('/api/auth/logout')).status).toBe(204);
    expect(person.cookies.size).toBe(0);
    await eventually(async () => expect((await copy.get('/api/auth/me')).status).toBe(401));
    expect((await copy.post('/api/auth/refresh-session', { userId: person.user.id })).status).toBe(401);
    expect((await api.client().post('/api/auth/logout')).status).toBe(204);
  });

  it('refuses forged tokens', async () => {
    const person = await api.person();
    const [header, payload, signature] = person.cookies.get(ACCESS_COOKIE)!.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 1 })).toString('base64url');
    const wrongKey = createHmac('sha256', 'another secret of at least 32 characters')
      .update(`${header}.${other}`)
      .digest('base64url');
    for (const token of [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${other}.${signature}`,
      `${header}.${other}.${wrongKey}`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}x`,
      'a.b.c',
      '..',
      '',
    ]) {
      expect((await withCookies({ [ACCESS_COOKIE]: token }).get('/api/auth/me')).status).toBe(401);
    }
  });

  it('confines a user whose profile is incomplete', async () => {
    const client = api.client();
    const unique = `half${Date.now()}`;
    await expectStatus(
      client.post('/api/auth/signup', { email: `${unique}@example.org`, password: 'correct horse' }),
      201,
    );
    const refused = await client.post('/api/polls', { question: 'Early?', options: ['a', 'b'] });
    expect([refused.status, refused.body['code']]).toEqual([403, 'profile-incomplete']);
    await expectStatus(client.post('/api/users/create-profile', { name: 'Half', username: unique }), 200);
    // The session that has just completed its profile needs no new sign-in.
    await expectStatus(client.post('/api/polls', { question: 'Now?', options: ['a', 'b'] }), 201);
  });

  it('sets cookies that scripts cannot read', async () => {
    const answer = await api
      .client()
      .post('/api/auth/signup', { email: `c${Date.now()}@example.org`, password: 'correct horse' });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(3);
    const hint = cookies.pop();
    // The page learns from it that there is a session; the id is no credential.
    expect(hint).toMatch(/^inkling_session_hint=[0-9a-f-]{36}; Path=\/; SameSite=Lax; Expires=/);
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
  });

  it('says what is wrong with an address or a password', async () => {
    const client = api.client();
    const signup = (email: unknown, password: unknown) => client.post('/api/auth/signup', { email, password });
    expect((await signup('nobody', 'correct horse')).body).toMatchObject({
      code: 'auth/invalid-email',
      message: 'Please enter a valid email address.',
    });
    expect((await signup('a@example.org', 'short')).body).toMatchObject({
      code: 'auth/weak-password',
      message: 'Password is too weak. Please use at least 6 characters.',
    });
    expect((await signup('a@example.org', 'x'.repeat(257))).body).toMatchObject({
      code: 'invalid-request',
      message: 'A password can have at most 256 characters.',
    });
    expect((await signup(`${'a'.repeat(250)}@example.org`, 'correct horse')).body).toMatchObject({
      code: 'auth/invalid-email',
    });
    const person = await api.person();
    expect(
      (await person.post('/api/auth/change-password', { currentPassword: 'correct horse', newPassword: 'short' })).body,
    ).toMatchObject({ code: 'auth/weak-password' });
    const again = await client.post('/api/auth/signup', {
      email: person.user.email.toUpperCase(),
      password: 'correct horse',
    });
    expect([again.status, again.body['code']]).toEqual([409, 'auth/email-already-in-use']);
    const wrong = await client.post('/api/auth/login', { email: person.user.email, password: 'wrong horse' });
    expect([wrong.status, wrong.body['code']]).toEqual([401, 'auth/wrong-password']);
    const unknown = await client.post('/api/auth/login', { email: 'nobody@example.org', password: 'correct horse' });
    expect([unknown.status, unknown.body['code']]).toEqual([401, 'auth/user-not-found']);
    const taken = await person.post('/api/users/me/update', {
      name: 'X',
      username: (await api.person()).user.username,
    });
    expect([taken.status, taken.body['message']]).toEqual([409, 'Username already taken']);
  });
});
