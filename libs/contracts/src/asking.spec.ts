import { describe, expect, it } from '@jest/globals';
import { askingRefusal, type AskingRule } from './asking.js';

const CREATED = '2026-11-01T10:00:00.123Z';
const asks = (rule: AskingRule, emailVerified: boolean, at: string) =>
  askingRefusal(rule, { emailVerified, createdAt: CREATED }, Date.parse(at));

describe('who may ask', () => {
  it('is anyone at first, whatever their account', () => {
    expect(asks({ kind: 'anyone', days: 30 }, false, CREATED)).toBeUndefined();
  });

  it('is who has confirmed the address, however new', () => {
    const rule = { kind: 'proved', days: 30 } as const;
    expect(asks(rule, true, CREATED)).toBeUndefined();
    expect(asks(rule, false, '2030-01-01T00:00:00Z')).toEqual({ code: 'ask-needs-email' });
  });

  it('is who has been here for the days, to the millisecond', () => {
    const rule = { kind: 'older-than', days: 7 } as const;
    const from = '2026-11-08T10:00:00.123Z';
    expect(asks(rule, true, '2026-11-08T10:00:00.122Z')).toEqual({ code: 'ask-needs-age', from });
    expect(asks(rule, false, from)).toBeUndefined();
    expect(asks({ kind: 'older-than', days: 0 }, false, CREATED)).toBeUndefined();
  });
});
