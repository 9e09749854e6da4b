import { describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { SessionCookies, readCookie } from './cookies.js';

describe('cookies', () => {
  it.each([
    ['a=1', 'a', '1'],
    ['b=2; a=1', 'a', '1'],
    ['xa=2; a=1', 'a', '1'],
    ['a=1; a=2', 'a', '1'],
    ['a=x=y; b=2', 'a', 'x=y'],
    ['a=', 'a', ''],
    ['b=2', 'a', undefined],
    ['', 'a', undefined],
    [undefined, 'a', undefined],
  ])('reads %p', (header, name, value) => {
    expect(readCookie(header, name)).toBe(value);
  });

  it('binds them to the host on https', () => {
    const set: string[] = [];
    const reply = { header: (_name: string, value: string) => set.push(value) } as unknown as FastifyReply;
    const expires = '2030-01-01T00:00:00.000Z';
    new SessionCookies(true).set(reply, {
      sessionId: 's',
      accessToken: 'A',
      accessExpiresAt: expires,
      refreshToken: 'R',
      refreshExpiresAt: expires,
    });
    expect(set).toEqual([
      '__Host-inkling_session=A; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Tue, 01 Jan 2030 00:00:00 GMT',
      '__Host-inkling_refresh=R; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Tue, 01 Jan 2030 00:00:00 GMT',
      'inkling_session_hint=s; Path=/; SameSite=Lax; Secure; Expires=Tue, 01 Jan 2030 00:00:00 GMT',
    ]);
  });
});
