import { describe, expect, it } from '@jest/globals';
import { parseRange } from './byte-range.js';

describe('a Range header, of 100 bytes', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['BYTES= 5-5 ', { start: 5, end: 5 }],
  ])('%s is some of it', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])('%s cannot be had', (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable');
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-0',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes=--5',
    'lines=0-5',
  ])('%s counts as none', (header) => {
    expect(parseRange(header, 100)).toBeUndefined();
  });

  it('finds nothing in an empty object', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
