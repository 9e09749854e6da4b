import { describe, expect, test } from '@jest/globals';
import type { Notification } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { activate } from '../../../lib/i18n/active';
import { de } from '../../../lib/i18n/de';
import { longAgo } from '../../../lib/relative-time';
import { noteServerTime } from '../../../lib/server-clock';
import { groupNotifications, headingOf } from './groups';
import { sentenceOf, targetOf, whoOf } from './notification-words';

const noor = { id: 7, name: 'Noor Haddad', username: 'noor', profilePicture: null };
const poll = { id: 3, question: 'Night train?' };
const notification = (change: Partial<Notification> = {}): Notification => ({
  id: 1,
  type: 'vote',
  read: false,
  createdAt: '2026-11-21T09:00:00.000Z',
  actor: noor,
  count: 1,
  poll,
  comment: null,
  ...change,
});
/** The whole sentence, as it reads. */
const read = (one: Notification) => {
  const who = whoOf(one);
  return t(sentenceOf(one))
    .replace('{who}', who.name + who.rest)
    .replace('{question}', one.poll?.question ?? '')
    .replace('{leaders}', one.poll?.leaders?.join(', ') ?? '')
    .replace('{comment}', one.comment?.content ?? '');
};

describe('sentences', () => {
  test.each([
    [notification(), 'Noor Haddad voted on your poll "Night train?"'],
    [notification({ count: 24 }), 'Noor Haddad and 23 others voted on your poll "Night train?"'],
    [notification({ count: 2 }), 'Noor Haddad and 1 other voted on your poll "Night train?"'],
    [notification({ actor: null }), 'Someone voted on your poll "Night train?"'],
    [notification({ actor: null, count: 7 }), '7 people voted on your poll "Night train?"'],
    [
      notification({ type: 'comment', comment: { id: 1, content: 'Window.' } }),
      'Noor Haddad commented on your poll: "Window."',
    ],
    [notification({ type: 'comment' }), 'Noor Haddad commented on your poll "Night train?"'],
    [notification({ type: 'like', count: 5 }), 'Noor Haddad and 4 others liked your poll "Night train?"'],
    [notification({ type: 'follow', poll: null }), 'Noor Haddad started following you'],
    [notification({ type: 'poll_ended', actor: null }), 'The poll "Night train?" has ended. See the results.'],
    [
      notification({ type: 'poll_ended', actor: null, poll: { ...poll, leaders: ['Yes'] } }),
      'The poll "Night train?" has ended. "Yes" won.',
    ],
    [
      notification({ type: 'poll_ended', actor: null, poll: { ...poll, leaders: ['Yes', 'No'] } }),
      'The poll "Night train?" has ended in a tie: Yes, No.',
    ],
  ])('%#', (one, sentence) => {
    expect(read(one)).toBe(sentence);
  });

  test('a notification opens its poll, a follow the profile', () => {
    expect(targetOf(notification())).toBe('/poll/3');
    expect(targetOf(notification({ type: 'follow', poll: null }))).toBe('/profile/7');
    expect(targetOf(notification({ actor: null, poll: null }))).toBeNull();
  });
});

describe('groups', () => {
  const now = new Date(2026, 10, 21, 12);
  const at = (day: number, hour = 12, month = 10) => new Date(2026, month, day, hour).toISOString();
  test.each([
    [at(21, 0), 'TODAY'],
    [at(20, 23), 'YESTERDAY'],
    [at(19), 'THIS WEEK'],
    [at(14), 'THIS WEEK'],
    [at(13), 'NOVEMBER 2026'],
    [at(25, 12, 9), 'OCTOBER 2026'],
    // A server whose clock is ahead.
    [at(22, 1), 'TODAY'],
  ])('%s is under %s', (instant, heading) => {
    expect(headingOf(instant, now)).toBe(heading);
  });

  test("are told by the server's time", () => {
    const learn = (ms: number) =>
      noteServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString() }), Date.now());
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    learn(2 * 86_400_000);
    expect([headingOf(tomorrow), groupNotifications([notification({ createdAt: tomorrow })])[0]?.heading]).toEqual([
      'YESTERDAY',
      'YESTERDAY',
    ]);
    expect(longAgo(tomorrow)).toMatch(/^(1 day|23 hours) ago$/);
    learn(0);
  });

  test('have German months in German', () => {
    activate('de', de);
    expect([at(21), at(25, 12, 2)].map((instant) => headingOf(instant, now))).toEqual(['HEUTE', 'MÄRZ 2026']);
    activate('en', null);
  });

  test('keep the order of the list', () => {
    const groups = groupNotifications(
      [
        notification({ id: 4, createdAt: at(21) }),
        notification({ id: 3, createdAt: at(21) }),
        notification({ id: 2, createdAt: at(20) }),
      ],
      now,
    );
    expect(groups.map(({ heading, notifications }) => [heading, notifications.map(({ id }) => id)])).toEqual([
      ['TODAY', [4, 3]],
      ['YESTERDAY', [2]],
    ]);
  });
});

test.each([
  [30, 'less than a minute ago'],
  [60, '1 minute ago'],
  [3 * 3600, '3 hours ago'],
  [27 * 86_400, '27 days ago'],
  [400 * 86_400, '1 year ago'],
])('%d seconds are %s', (seconds, words) => {
  expect(longAgo(new Date(1e12 - seconds * 1000).toISOString(), 1e12)).toBe(words);
  expect(longAgo('not a date')).toBeNull();
});
