import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MEDIA_MAX_BYTES } from '@inkling/contracts/constants';
import { noteServerTime } from '../../lib/server-clock';
import { checkDraft } from './check-draft';
import {
  dayOf,
  earliestDay,
  emptyDraft,
  endInstant,
  forgetDraft,
  keepDraft,
  recoverDraft,
  type PollDraft,
} from './poll-draft';

const NOW = new Date(2026, 10, 21, 9, 30);
const draft: PollDraft = {
  ...emptyDraft(),
  question: 'Soup?',
  options: ['Yes', ''],
  duration: { kind: 'date', day: '2026-11-28' },
  showResults: true,
  mediaAlt: 'Two bowls',
};

describe('draft recovery', () => {
  beforeEach(() => localStorage.clear());

  it('gives back what the same user left, and when', () => {
    keepDraft(7, draft, NOW.getTime());
    expect(recoverDraft(7, NOW)).toEqual({ draft, savedAt: NOW.getTime(), media: false });
    expect(recoverDraft(8, NOW)).toBeNull();
  });

  it('keeps nothing that is empty, and nothing once forgotten', () => {
    keepDraft(7, draft);
    keepDraft(7, emptyDraft());
    expect(recoverDraft(7, NOW)).toBeNull();
    keepDraft(7, draft);
    forgetDraft();
    expect(recoverDraft(7, NOW)).toBeNull();
  });

  it('stays while someone else opens an empty form here', () => {
    keepDraft(7, draft);
    keepDraft(8, emptyDraft());
    expect(recoverDraft(7, NOW)?.draft).toEqual(draft);
  });

  it('drops an end day that is no longer allowed', () => {
    keepDraft(7, { ...draft, duration: { kind: 'date', day: dayOf(NOW) } });
    expect(recoverDraft(7, NOW)?.draft.duration).toEqual({ kind: 'none' });
  });

  it.each([
    '{',
    '[]',
    '{"userId":7}',
    '{"userId":7,"draft":{"question":1}}',
    '{"userId":7,"draft":{"question":"a","options":["a"],"duration":{"kind":"none"},"showResults":false}}',
  ])('is not misled by %s', (text) => {
    localStorage.setItem('inkling_poll_draft', text);
    expect(recoverDraft(7, NOW)).toBeNull();
  });
});

describe('endInstant', () => {
  it('is the end of the chosen local day', () => {
    expect(new Date(endInstant({ kind: 'date', day: '2026-11-28' }, NOW) ?? '')).toEqual(
      new Date(2026, 10, 28, 23, 59, 59, 999),
    );
    expect(new Date(endInstant({ kind: 'day' }, NOW) ?? '')).toEqual(new Date(2026, 10, 22, 23, 59, 59, 999));
    expect(new Date(endInstant({ kind: 'week' }, NOW) ?? '')).toEqual(new Date(2026, 10, 28, 23, 59, 59, 999));
  });

  it('is nothing without an end or with a day that is none', () => {
    expect(endInstant({ kind: 'none' }, NOW)).toBeNull();
    expect(endInstant({ kind: 'date', day: 'soon' }, NOW)).toBeNull();
  });
});

describe('on a device whose clock is three days slow', () => {
  /** An answer of a server whose clock is this many days ahead. */
  const learnDays = (days: number) =>
    noteServerTime(new Headers({ date: new Date(Date.now() + days * 86_400_000).toUTCString() }), Date.now());
  const inDays = (days: number) => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  };
  beforeEach(() => {
    localStorage.clear();
    learnDays(3);
  });
  afterEach(() => learnDays(0));

  it('the days that may be chosen begin where the server takes them', () => {
    expect(dayOf(earliestDay())).toBe(dayOf(inDays(4)));
    expect(dayOf(new Date(endInstant({ kind: 'day' }) ?? ''))).toBe(dayOf(inDays(4)));
  });

  it('a day that has passed for the server is refused, and not recovered', () => {
    const late: PollDraft = { ...draft, duration: { kind: 'date', day: dayOf(inDays(2)) } };
    expect(checkDraft(late).duration).toBeDefined();
    keepDraft(7, late);
    expect(recoverDraft(7)?.draft.duration).toEqual({ kind: 'none' });
  });

  it('its drafts keep the time of the device', () => {
    keepDraft(7, draft);
    expect(Math.abs((recoverDraft(7)?.savedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});

describe('a draft is judged as the server judges it', () => {
  it.each([
    ['a  b', 'a b'],
    ['Tea', 'TEA'],
    ['cafe\u0301', 'caf\u00e9'],
    ['one\ttwo', 'one two'],
  ])('%j and %j are the same option', (first, second) => {
    expect(checkDraft({ ...draft, options: [first, second] }).options).toEqual([undefined, expect.any(String)]);
  });

  it('characters that show nothing are no text', () => {
    const problems = checkDraft({ ...draft, question: '\u2800', options: ['\u3164', 'b'] });
    expect([problems.question, problems.options[0]]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('its files have a size that all of them share, without those that are not sent', () => {
    const pictured: PollDraft = { ...draft, options: ['a', ' ', 'c'], optionAlts: ['A', '', 'C'], pictures: true };
    const third = { size: Math.ceil(MEDIA_MAX_BYTES / 3) };
    const problem = (part: Partial<PollDraft>, media: typeof third | null, pictures: (typeof third | null)[]) =>
      checkDraft({ ...pictured, ...part }, NOW, { media, pictures }).files;
    expect(problem({}, third, [third, third, third])).toMatch(/^All files together are larger than 25MB/);
    expect(problem({}, null, [third, third, third])).toBeUndefined();
    expect(problem({ pictures: false }, third, [third, null, third])).toBeUndefined();
    expect(problem({}, { size: MEDIA_MAX_BYTES }, [])).toBeUndefined();
  });
});
