import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import type { ApiError } from '@inkling/platform';
import { outcome, tally } from '@inkling/testing';
import { Auth, PASSWORD, newEmail } from '../auth.spec-support.js';

let auth: Auth;
let addresses = 0;
/** Every test uses its own addresses, so that it cannot exhaust another test's limits. */
const newAddress = () => `203.0.113.${(addresses += 1)}`;
const from = (ip: string) => ({ ip, userAgent: 'spec' });
const signup = (email: string, ip: string) =>
  auth.rpc.call(authRpc.signup, { email, password: PASSWORD, client: from(ip) });
const login = (email: string, password: string, ip: string) =>
  auth.rpc.call(authRpc.login, { email, password, client: from(ip) });

describe('sign-in limits', () => {
  beforeAll(async () => {
    auth = await Auth.start({
      AUTH_HIDE_ACCOUNT_EXISTENCE: 'true',
      AUTH_LOGIN_FAILURES_PER_EMAIL: '3',
      AUTH_LOGIN_FAILURES_PER_IP: '8',
      AUTH_SIGNUPS_PER_IP: '4',
    });
  });
  afterAll(() => auth.stop());

  it('answers an unknown email and a wrong password alike if existence is hidden', async () => {
    const email = newEmail();
    const ip = newAddress();
    await signup(email, ip);
    expect(await outcome(login(email, 'a bad password', ip))).toBe('auth/invalid-credential');
    expect(await outcome(login(newEmail(), PASSWORD, ip))).toBe('auth/invalid-credential');
    expect(await outcome(signup(email, ip))).toBe('auth/email-already-in-use');
  });

  it('stops guesses at one email from one address, whether or not the email is known', async () => {
    const known = newEmail();
    const ip = newAddress();
    await signup(known, ip);
    for (const email of [known, newEmail()]) {
      for (let guess = 0; guess < 3; guess += 1)
        expect(await outcome(login(email, `guess ${guess}`, ip))).toBe('auth/invalid-credential');
      const refusal = await login(email.toUpperCase(), PASSWORD, ip).then(
        () => undefined,
        (error: ApiError) => error,
      );
      expect(refusal?.body()).toEqual({
        code: 'auth/too-many-requests',
        message: 'Too many failed login attempts. Please try again later or reset your password.',
        retryAfter: expect.any(Number),
      });
      expect(refusal?.status).toBe(429);
      expect(refusal?.extra.retryAfter).toBeGreaterThan(800);
      expect(refusal?.extra.retryAfter).toBeLessThanOrEqual(900);
    }
    expect(await outcome(login(known, PASSWORD, newAddress()))).toBe('ok');
    await auth.rows('update rate_limits set expire = 1');
    expect(await outcome(login(known, PASSWORD, ip))).toBe('ok');
  });

  it('allows no more parallel guesses than sequential ones', async () => {
    const email = newEmail();
    await signup(email, newAddress());
    const ip = newAddress();
    const guesses = Array.from({ length: 12 }, (_, guess) => login(email, `guess ${guess}`, ip));
    expect(await tally(guesses)).toEqual({
      'auth/invalid-credential': 3,
      'auth/too-many-requests': 1,
      'too-many-requests': 8,
    });
  });

  it('forgets failures after a success', async () => {
    const email = newEmail();
    const ip = newAddress();
    await signup(email, ip);
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 2; guess += 1)
        expect(await outcome(login(email, `guess ${guess}`, ip))).toBe('auth/invalid-credential');
      expect(await outcome(login(email, PASSWORD, ip))).toBe('ok');
    }
  });

  it('stops one address that tries many emails, and does not count successful log-ins', async () => {
    const email = newEmail();
    const ip = newAddress();
    await signup(email, ip);
    for (let time = 0; time < 10; time += 1) expect(await outcome(login(email, PASSWORD, ip))).toBe('ok');
    for (let guess = 0; guess < 8; guess += 1)
      expect(await outcome(login(newEmail(), PASSWORD, ip))).toBe('auth/invalid-credential');
    expect(await outcome(login(newEmail(), PASSWORD, ip))).toBe('auth/too-many-requests');
    expect(await outcome(login(newEmail(), PASSWORD, newAddress()))).toBe('auth/invalid-credential');
  });

  it('limits sign-ups from one address, and does not count invalid forms', async () => {
    const ip = newAddress();
    for (let time = 0; time < 6; time += 1) expect(await outcome(signup('nobody', ip))).toBe('auth/invalid-email');
    const taken = newEmail();
    for (const email of [taken, newEmail(), newEmail()]) expect(await outcome(signup(email, ip))).toBe('ok');
    expect(await outcome(signup(taken, ip))).toBe('auth/email-already-in-use');
    for (const email of [taken, newEmail()]) expect(await outcome(signup(email, ip))).toBe('too-many-sign-ups');
    expect(await outcome(signup(newEmail(), newAddress()))).toBe('ok');
  });
});

describe('the limits of an IPv6 block', () => {
  const household = (number: number) => `2001:db8:1:${(number * 256).toString(16)}::1`;
  const each = async (count: number, call: (ip: string) => Promise<unknown>): Promise<string[]> => {
    const outcomes: string[] = [];
    for (let number = 0; number < count; number += 1) outcomes.push(await outcome(call(household(number))));
    return outcomes;
  };
  beforeAll(async () => {
    auth = await Auth.start({
      AUTH_LOGIN_FAILURES_PER_IP: '2',
      AUTH_LOGIN_FAILURES_PER_EMAIL: '1',
      AUTH_SIGNUPS_PER_IP: '1',
      AUTH_MAILS_PER_IP: '1',
    });
  });
  afterAll(() => auth.stop());

  it('are those of eight households, for sign-ups, mails and failed log-ins', async () => {
    const signups = await each(12, (ip) => signup(newEmail(), ip));
    expect(signups).toEqual([...Array(8).fill('ok'), ...Array(4).fill('too-many-sign-ups')]);
    const mails = await each(12, (ip) =>
      auth.rpc.call(authRpc.requestPasswordReset, { email: newEmail(), client: from(ip) }),
    );
    expect(mails).toEqual([...Array(8).fill('ok'), ...Array(4).fill('too-many-requests')]);
    const guesses = await each(20, (ip) => login(newEmail(), PASSWORD, ip));
    expect(guesses).toEqual([...Array(16).fill('auth/user-not-found'), ...Array(4).fill('auth/too-many-requests')]);
    expect(await outcome(signup(newEmail(), '2001:db8:2::1'))).toBe('ok');
  });

  it('apply to guesses at one email', async () => {
    const email = newEmail();
    await signup(email, '198.51.100.2');
    const from5 = (number: number) => `2001:db8:5:${(number * 256).toString(16)}::1`;
    const guess = (number: number) => outcome(login(email, `guess ${number}`, from5(number)));
    const guesses: string[] = [];
    for (let number = 0; number < 10; number += 1) guesses.push(await guess(number));
    expect(guesses).toEqual([...Array(8).fill('auth/wrong-password'), ...Array(2).fill('auth/too-many-requests')]);
    expect(await outcome(login(email, PASSWORD, '198.51.100.2'))).toBe('ok');
  });

  it('are not used up by refused attempts of one household', async () => {
    const ip = '2001:db8:3:100::1';
    expect(await outcome(signup(newEmail(), ip))).toBe('ok');
    for (let time = 0; time < 20; time += 1) expect(await outcome(signup(newEmail(), ip))).toBe('too-many-sign-ups');
    expect(await outcome(signup(newEmail(), '2001:db8:3:200::1'))).toBe('ok');
  });

  it('are not used up by successful attempts', async () => {
    const email = newEmail();
    await signup(email, '198.51.100.1');
    for (let number = 0; number < 20; number += 1)
      expect(await outcome(login(email, PASSWORD, `2001:db8:4:${number}00::1`))).toBe('ok');
  });
});

describe('a busy server', () => {
  beforeAll(async () => {
    auth = await Auth.start({
      AUTH_HASH_CONCURRENCY: '1',
      AUTH_HASH_WAITING: '2',
      AUTH_HASH_MEMORY_KIB: '19456',
      AUTH_LOGIN_FAILURES_PER_EMAIL: '30',
    });
  });
  afterAll(() => auth.stop());

  it('immediately answers 503 when its queue is full, and does not count that as a failure', async () => {
    const email = newEmail();
    const ip = newAddress();
    await signup(email, ip);
    const counts = await tally(Array.from({ length: 25 }, () => login(newEmail(), 'a bad password', ip)));
    expect(Object.keys(counts).sort()).toEqual(['auth/user-not-found', 'unavailable']);
    expect(counts['unavailable']).toBeGreaterThan(0);
    const [limit] = await auth.rows(`select points from rate_limits where key like 'login-ip:%'`);
    expect(limit).toEqual({ points: counts['auth/user-not-found'] });
    expect(await outcome(login(email, PASSWORD, ip))).toBe('ok');
  });
});
