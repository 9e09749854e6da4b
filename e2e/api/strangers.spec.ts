import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { Poll, User, VerifiedEmail } from '@inkling/contracts';
import { SmtpServer, tally } from '@inkling/testing';
import { Api, expectStatus, type Client, type Person } from './api.spec-support.js';
import { mailedToken } from './mailed-token.spec-support.js';

const PASSWORD = 'correct horse';

describe('a server that sends mail, and strangers', () => {
  let api: Api;
  let mailbox: SmtpServer;
  let author: Person;
  beforeAll(async () => {
    mailbox = await SmtpServer.start();
    const env = {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'inkling@example.org',
      AUTH_SIGNUPS_PER_IP: '',
      NODE_ENV: 'production',
      AUTH_HASH_MEMORY_KIB: '',
      POW_SECRET: 'a secret that is long enough for a specification',
      TRUST_PROXY: '1',
    };
    api = await Api.start(env);
    author = await api.person('Author');
  }, 120_000);
  afterAll(async () => {
    await api.stop();
    await mailbox.close();
  }, 60_000);

  let people = 0;
  const signUp = async (network: string): Promise<{ client: Client; email: string }> => {
    const email = `stranger${(people += 1)}@example.org`;
    const client = api.client();
    const from = { 'x-forwarded-for': network };
    await expectStatus(client.post('/api/auth/signup', { email, password: PASSWORD }, from), 201);
    return { client, email };
  };
  const withProfile = async (network: string) => {
    const person = await signUp(network);
    const username = `stranger_${people}`;
    await expectStatus(person.client.post<User>('/api/users/create-profile', { name: 'Stranger', username }), 200);
    return person;
  };
  const vote = (client: Client, poll: Poll) => client.post('/api/votes', { pollId: poll.id, optionIndex: 0 });
  const prove = async (client: Client, email: string) => {
    const token = await mailedToken(mailbox, email, '/verify-email');
    return (await expectStatus(client.post<VerifiedEmail>('/api/auth/verify-email', { token }), 200)).body;
  };
  const votesOf = async ({ id }: Poll) =>
    (await expectStatus(author.get<Poll>(`/api/polls/${id}`), 200)).body.votesCount;

  it('accepts a family of five from one network, and stops forty sign-ups', async () => {
    const family = await Promise.allSettled(Array.from({ length: 5 }, () => signUp('198.51.100.5')));
    expect(family.every(({ status }) => status === 'fulfilled')).toBe(true);
    const crowd = Array.from({ length: 40 }, async (_, index) => {
      const body = { email: `crowd${index}@example.org`, password: PASSWORD };
      const { status } = await api.client().post('/api/auth/signup', body, { 'x-forwarded-for': '198.51.100.40' });
      if (status !== 201) throw Object.assign(new Error('refused'), { code: String(status) });
    });
    expect(await tally(crowd)).toEqual({ ok: 10, 429: 30 });
  });

  it('accepts a vote only from a confirmed address, and right after confirming', async () => {
    const poll = await api.poll(author);
    const { client, email } = await withProfile('198.51.100.1');
    const refused = await vote(client, poll);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'email-unverified', message: 'Confirm your email to vote.' },
    });
    expect(await votesOf(poll)).toBe(0);
    // A second device, whose access token is older than the confirmation.
    const second = api.client();
    await expectStatus(second.post('/api/auth/login', { email, password: PASSWORD }), 200);
    expect(await prove(client, email)).toEqual({ passwordToken: null });
    await expectStatus(vote(client, poll), 200);
    await expectStatus(vote(second, await api.poll(author)), 200);
    expect(await votesOf(poll)).toBe(1);
  });

  it('recognises the own session by its refresh cookie when the access cookie has expired meanwhile', async () => {
    const { client, email } = await withProfile('198.51.100.2');
    client.cookies.delete('inkling_session');
    expect(await prove(client, email)).toEqual({ passwordToken: null });
    expect((await expectStatus(client.get<User>('/api/auth/me'), 200)).body.emailVerified).toBe(true);
  });

  it('ends a stranger’s password and sessions when the owner of the address confirms it elsewhere', async () => {
    const { client: stranger, email } = await withProfile('198.51.100.3');
    const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: stranger.cookieHeader },
    });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const owner = api.client();
    const { passwordToken } = await prove(owner, email);
    expect(await closed).toBe(4401);
    expect((await stranger.get('/api/auth/me')).status).toBe(401);
    const chosen = { token: passwordToken, password: 'battery staple' };
    await expectStatus(owner.post('/api/auth/password-reset/confirm', chosen), 204);
    expect((await stranger.post('/api/auth/login', { email, password: PASSWORD })).body).toMatchObject({
      code: 'auth/wrong-password',
    });
    await expectStatus(owner.post('/api/auth/login', { email, password: 'battery staple' }), 200);
  });
});
