import { describe, expect, it } from '@jest/globals';
import { Cursor } from '@inkling/contracts';
import { decodeCursor, encodeCursor } from './cursor.js';

const raw = (text: string): string => Buffer.from(text).toString('base64url');

describe('cursors', () => {
  it('come back as they went out, in a form that the contract takes', () => {
    const byId = encodeCursor({ pollId: 42 });
    const byTime = encodeCursor({ pollId: Number.MAX_SAFE_INTEGER, at: '2026-11-21T01:31:38.808132Z' });
    expect([Cursor.parse(byId), Cursor.parse(byTime)]).toEqual([byId, byTime]);
    for (const [kind, position] of [
      ['by-id', { pollId: 42, without: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], page: 12 }],
      ['by-time', { pollId: Number.MAX_SAFE_INTEGER, at: '2026-11-21T01:31:38.808132Z', page: 999_999 }],
    ] as const) {
      expect(decodeCursor(Cursor.parse(encodeCursor(position)), kind)).toEqual(position);
    }
    expect(decodeCursor(byId, 'by-id')).toEqual({ pollId: 42 });
    expect(decodeCursor(byTime, 'by-time')).toEqual({
      pollId: Number.MAX_SAFE_INTEGER,
      at: '2026-11-21T01:31:38.808132Z',
    });
  });

  it.each([
    ['another list’s', encodeCursor({ pollId: 42 }), 'by-time'],
    ['a list by time’s', encodeCursor({ pollId: 42, at: '2026-11-21T01:31:38.808132Z' }), 'by-id'],
    ['zero', raw('0'), 'by-id'],
    ['a number too large', raw('9999999999999999'), 'by-id'],
    ['a page that is none', raw('42#0'), 'by-id'],
    ['text', raw('1; drop table polls'), 'by-id'],
    ['a day that is none', raw('1@2026-02-30T00:00:00.000000Z'), 'by-time'],
    ['nothing', raw(''), 'by-id'],
  ] as const)('are refused when they are %s', (_, cursor, kind) => {
    expect(() => decodeCursor(cursor, kind)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });
});
