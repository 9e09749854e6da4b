import { describe, expect, it } from '@jest/globals';
import { standbyUrl } from './read-replica.js';

describe("The standby's address", () => {
  const own = 'postgres://inkling_polls:s%40fe@db:5432/inkling?sslmode=verify-full';

  it('takes user, password, database and options of the primary where it names none', () => {
    const url = 'postgres://inkling_polls:s%40fe@replica:5433/inkling?sslmode=verify-full';
    expect(standbyUrl('postgres://replica:5433', own)).toBe(url);
    expect(standbyUrl('postgres://replica:5433/', own)).toBe(url);
  });

  it('keeps what it names', () => {
    const whole = 'postgres://reader:other@replica:5433/copy?sslmode=disable';
    expect(standbyUrl(whole, own)).toBe(whole);
  });
});
