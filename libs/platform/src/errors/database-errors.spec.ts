import { describe, expect, it } from '@jest/globals';
import { isConnectionFailure, isRetryable } from './database-errors.js';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('errors of the database', () => {
  it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'EAI_AGAIN', '57P01', '57014', '08006', '53300'])(
    '%s means that it is away',
    (code) => {
      expect(isConnectionFailure(coded(code))).toBe(true);
      expect(isConnectionFailure(new Error('outer', { cause: coded(code) }))).toBe(true);
    },
  );

  it.each(['Query read timeout', 'Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    '"%s" means that it is away',
    (message) => {
      expect(isConnectionFailure(new Error(message))).toBe(true);
    },
  );

  it.each(['23505', '22P02', '42P01'])('%s is about the data or the statement', (code) => {
    expect(isConnectionFailure(coded(code))).toBe(false);
  });

  it('tries again what another transaction got in the way of', () => {
    expect(['40P01', '40001', '23505'].map((code) => isRetryable(coded(code)))).toEqual([true, true, false]);
  });
});
