import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, authRpc, type SessionRevoked } from '@inkling/contracts';
import { eventually, outcome, tally } from '@inkling/testing';
import {
  CLIENT,
  listen,
  logIn,
  newEmail,
  openMailbox,
  signUp,
  startAuth,
  type Mailbox,
  type SignedIn,
  type Stack,
} from '../auth.spec-support.js';

let stack: Stack;
let mailbox: Mailbox;
beforeAll(async () => {
  stack = await startAuth({ AUTH_LOGINS_PER_ACCOUNT: '12', AUTH_SESSIONS_PER_ACCOUNT: '3', AUTH_HASH_WAITING: '20' });
  mailbox = await openMailbox(stack);
});
afterAll(async () => {
  await mailbox.close();
  await stack.stop();
});

const refresh = ({ session }: SignedIn) =>
  stack.rpc.call(authRpc.refresh, { refreshToken: session.refreshToken, client: CLIENT });
const reset = (email: string, ip: string) =>
  stack.rpc.call(authRpc.requestPasswordReset, { email, client: { ip, userAgent: 'spec' } });

describe('one account that is logged in to again and again', () => {
  it('from 48 threads takes few places where passwords are checked, and keeps no honest log-in out', async () => {
    const [busy, honest] = [newEmail(), newEmail()];
    await signUp(stack, busy);
    await signUp(stack, honest);
    const threads = Array.from({ length: 48 }, () => logIn(stack, busy));
    const [counts, between] = await Promise.all([
      tally(threads),
      outcome(logIn(stack, honest, undefined, '198.51.100.2')),
    ]);
    expect(between).toBe('ok');
    expect(Object.keys(counts).sort()).toEqual(['ok', 'too-many-requests']);
    expect(counts['ok']).toBeLessThanOrEqual(8);
  });

  it('succeeds so often in a while, from wherever it comes, and no stranger’s guesses count', async () => {
    const email = newEmail();
    await signUp(stack, email);
    for (let guess = 0; guess < 9; guess += 1)
      expect(await outcome(logIn(stack, email, `guess ${guess}`, '198.51.100.3'))).toBe('auth/wrong-password');
    for (let time = 0; time < 12; time += 1)
      expect(await outcome(logIn(stack, email, undefined, `198.51.101.${time}`))).toBe('ok');
    await expect(logIn(stack, email)).rejects.toMatchObject({
      code: 'too-many-requests',
      status: 429,
      extra: { retryAfter: expect.any(Number) },
    });
  });

  it('has so many sessions at the most: a new one ends the one that was used longest ago', async () => {
    const revoked = listen<SessionRevoked>(stack, SESSION_REVOKED_SUBJECT);
    const email = newEmail();
    const first = await signUp(stack, email);
    const second = await logIn(stack, email);
    const third = await logIn(stack, email);
    const { session } = await refresh(first);
    const fourth = await logIn(stack, email);
    await revoked.until(({ sessionId }) => sessionId === second.session.sessionId);
    expect(await outcome(refresh(second))).toBe('unauthorized');
    expect(await tally([{ ...first, session }, third, fourth].map(refresh))).toEqual({ ok: 3 });
    revoked.stop();
  });
});

describe('mail that strangers cause', () => {
  it('runs out for a mailbox without a word about it, and keeps nobody from logging in', async () => {
    const email = newEmail();
    await signUp(stack, email);
    // One after the other, so that mails arrive in the order in which they were written.
    for (let count = 1; count <= 4; count++) {
      expect(await outcome(reset(email, `198.51.102.${count}`))).toBe('ok');
      await mailbox.until('password-reset', email, count);
    }
    const more = Array.from({ length: 5 }, (_, index) => reset(email, `198.51.102.${10 + index}`));
    expect(await tally(more)).toEqual({ ok: 5 });
    expect(await outcome(logIn(stack, email))).toBe('ok');
    // The latest of them still works for its recipient.
    const token = await mailbox.token('password-reset', email, 4);
    expect(
      await outcome(stack.rpc.call(authRpc.confirmPasswordReset, { token, password: 'chosen anew', client: CLIENT })),
    ).toBe('ok');
    expect(mailbox.mails.filter(({ template, to }) => template === 'password-reset' && to === email)).toHaveLength(4);
  });

  it('says of too many requests from one network nothing about failed log-ins', async () => {
    for (let time = 0; time < 100; time += 1) await reset(newEmail(), '198.51.103.1');
    await expect(reset(newEmail(), '198.51.103.1')).rejects.toMatchObject({
      code: 'too-many-requests',
      message: 'Too many requests. Please wait a moment.',
    });
  });

  it('is five to one mailbox, however many of its addresses sign up', async () => {
    const spellings = Array.from({ length: 12 }, (_, index) => `Some.One+${index}@gmail.com`);
    spellings.push('someone@googlemail.com', 's.o.m.e.o.n.e@gmail.com');
    await Promise.all(spellings.map((email) => signUp(stack, email)));
    const mailed = () => mailbox.mails.filter(({ to }) => spellings.includes(to)).length;
    await eventually(() => expect(mailed()).toBe(5));
    await mailbox.until('verify-email', (await signUp(stack)).account.email);
    expect(mailed()).toBe(5);
    // They are separate accounts nevertheless, and at other domains dots make another mailbox.
    expect(await outcome(signUp(stack, 'some.one@example.org'))).toBe('ok');
    await mailbox.until('verify-email', 'some.one@example.org');
  });
});
