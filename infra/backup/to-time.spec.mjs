import { describe, expect, it } from '@jest/globals';
import { parseMoment } from './to-time.mjs';

const NOW = Date.UTC(2026, 10, 22, 12);

describe('the moment to go back to', () => {
  it.each([
    ['2026-11-22T03:00:00Z', '2026-11-22T03:00:00.000Z'],
    ['2026-11-22 03:00:00.25+00', undefined],
    ['2026-11-22 04:30+01:30', '2026-11-22T03:00:00.000Z'],
    ['latest', ''],
  ])('%s', (text, moment) => {
    if (moment === undefined) expect(() => parseMoment(text, NOW)).toThrow('give a moment with its zone');
    else expect(parseMoment(text, NOW)).toBe(moment);
  });

  it.each(['2026-11-22T03:00:00', 'yesterday', '2026-13-22T03:00:00Z', ''])('refuses "%s"', (text) => {
    expect(() => parseMoment(text, NOW)).toThrow('give a moment with its zone');
  });

  it('is not one to come', () => {
    expect(() => parseMoment('2026-11-22T12:00:01Z', NOW)).toThrow('is to come');
  });
});
