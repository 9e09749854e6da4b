import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, authRpc, type SessionRevoked } from '@inkling/contracts';
import { eventually, outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, newEmail, type Mailbox } from '../auth.spec-support.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start({
    AUTH_LOGINS_PER_ACCOUNT: '12',
    AUTH_SESSIONS_PER_ACCOUNT: '3',
    AUTH_HASH_WAITING: '20',
    AUTH_HASH_MEMORY_KIB: '19456',
  });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const reset = (email: string, ip: string) =>
  auth.rpc.call(authRpc.requestPasswordReset, { email, client: { ip, userAgent: 'spec' } });

describe('one account that is logged in to again and again', () => {
  it('from 48 threads takes few places where passwords are checked, and keeps no honest log-in out', async () => {
    const [busy, honest] = [newEmail(), newEmail()];
    await auth.signUp(busy);
    await auth.signUp(honest);
    const threads = Array.from({ length: 48 }, () => auth.logIn(busy));
    const [counts, between] = await Promise.all([
      tally(threads),
      outcome(auth.logIn(honest, undefined, '198.51.100.2')),
    ]);
    expect(between).toBe('ok');
    expect(Object.keys(counts).sort()).toEqual(['ok', 'too-many-requests']);
    expect(counts['ok']).toBeLessThanOrEqual(8);
  });

  it('succeeds so often in a while, from wherever it comes, and no stranger’s guesses count', async () => {
    const email = newEmail();
    await auth.signUp(email);
    for (let guess = 0; guess < 9; guess += 1)
      expect(await outcome(auth.logIn(email, `guess ${guess}`, '198.51.100.3'))).toBe('auth/wrong-password');
    for (let time = 0; time < 12; time += 1)
      expect(await outcome(auth.logIn(email, undefined, `198.51.101.${time}`))).toBe('ok');
    await expect(auth.logIn(email)).rejects.toMatchObject({
      code: 'too-many-requests',
      status: 429,
      extra: { retryAfter: expect.any(Number) },
    });
  });

  it('has so many sessions at the most: a new one ends the one that was used longest ago', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const email = newEmail();
    const first = await auth.signUp(email);
    const second = await auth.logIn(email);
    const third = await auth.logIn(email);
    const { session } = await auth.refresh(first);
    const fourth = await auth.logIn(email);
    await revoked.until(({ sessionId }) => sessionId === second.session.sessionId);
    expect(await outcome(auth.refresh(second))).toBe('unauthorized');
    expect(await tally([{ ...first, session }, third, fourth].map((each) => auth.refresh(each)))).toEqual({ ok: 3 });
    revoked.stop();
  });
});

describe('mail that strangers cause', () => {
  it('runs out for a mailbox without a word about it, and keeps nobody from logging in', async () => {
    const email = newEmail();
    await auth.signUp(email);
    // One after the other, so that mails arrive in the order in which they were written.
    for (let count = 1; count <= 4; count++) {
      expect(await outcome(reset(email, `198.51.102.${count}`))).toBe('ok');
      await mailbox.until('password-reset', email, count);
    }
    const more = Array.from({ length: 5 }, (_, index) => reset(email, `198.51.102.${10 + index}`));
    expect(await tally(more)).toEqual({ ok: 5 });
    expect(await outcome(auth.logIn(email))).toBe('ok');
    // The latest of them still works for its recipient.
    const token = await mailbox.token('password-reset', email, 4);
    expect(
      await outcome(auth.rpc.call(authRpc.confirmPasswordReset, { token, password: 'chosen anew', client: CLIENT })),
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
    await Promise.all(spellings.map((email) => auth.signUp(email)));
    const mailed = () => mailbox.mails.filter(({ to }) => spellings.includes(to)).length;
    await eventually(() => expect(mailed()).toBe(5));
    await mailbox.until('verify-email', (await auth.signUp()).account.email);
    expect(mailed()).toBe(5);
    // They are separate accounts nevertheless, and at other domains dots make another mailbox.
    expect(await outcome(auth.signUp('some.one@example.org'))).toBe('ok');
    await mailbox.until('verify-email', 'some.one@example.org');
  });
});
