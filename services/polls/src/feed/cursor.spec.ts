import { describe, expect, it } from '@jest/globals';
import { Cursor } from '@inkling/contracts';
import { decodeCommentCursor, decodeCursor, encodeCommentCursor, encodeCursor } from './cursor.js';

const raw = (text: string): string => Buffer.from(text).toString('base64url');

describe('cursors', () => {
  it('decode to the position they were made from, and satisfy the contract', () => {
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

  it('name many polls that were shown before their turn', () => {
    const position = { pollId: 5_000, without: Array.from({ length: 168 }, (_, index) => 4_999 - index * 7), page: 3 };
    expect(decodeCursor(Cursor.parse(encodeCursor(position)), 'by-id')).toEqual(position);
  });

  it.each([
    ['about polls above the position', raw('42~0,1'), 'by-id'],
    ['about polls below the first', raw('42~16'), 'by-id'],
    ['about too many polls', raw(`9999~${Array.from({ length: 201 }, () => '1').join(',')}`), 'by-id'],
    ['for another list', encodeCursor({ pollId: 42 }), 'by-time'],
    ['for a list by time', encodeCursor({ pollId: 42, at: '2026-11-21T01:31:38.808132Z' }), 'by-id'],
    ['zero', raw('0'), 'by-id'],
    ['a number too large', raw('9999999999999999'), 'by-id'],
    ['an invalid page number', raw('42#0'), 'by-id'],
    ['text', raw('1; drop table polls'), 'by-id'],
    ['an invalid date', raw('1@2026-02-30T00:00:00.000000Z'), 'by-time'],
    ['empty', raw(''), 'by-id'],
  ] as const)('are refused when they are %s', (_, cursor, kind) => {
    expect(() => decodeCursor(cursor, kind)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });

  it('of comments decode likewise, and are refused with any other text', () => {
    expect(decodeCommentCursor(encodeCommentCursor(42))).toBe(42);
    for (const text of ['12', 'c0', 'c9999999999999999', 'cx', ''])
      expect(() => decodeCommentCursor(raw(text))).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });
});
