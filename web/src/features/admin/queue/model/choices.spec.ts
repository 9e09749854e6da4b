import { expect, test } from '@jest/globals';
import type { CaseView } from '@inkling/contracts';
import { OBJECT_KINDS } from '@inkling/contracts/constants';
import { actOf, choicesFor, choicesForPerson, choicesIn } from './choices';

const of = (kind: (typeof OBJECT_KINDS)[number]) => choicesFor(kind).map(({ choice }) => choice);

const author = { id: 3, name: 'Bruno', username: 'bruno', profilePicture: '/uploads/a.webp' };
const profile = {
  object: { kind: 'profile', id: 3 },
  current: { kind: 'profile', id: 3, author },
  author: { ...author, joinedAt: '2026-11-01T00:00:00.000Z' },
} as const satisfies Pick<CaseView, 'object' | 'current' | 'author'>;
const inCase = (facts: Pick<CaseView, 'object' | 'current' | 'author'>) => choicesIn(facts).map(({ choice }) => choice);

test('a profile can be neither hidden nor sensitive', () => {
  expect(of('profile')).toEqual(['dismiss', 'warn', 'delete', 'silence', 'suspendUntil', 'suspendForGood']);
});

test('only polls and pictures can be sensitive', () => {
  expect(OBJECT_KINDS.filter((kind) => of(kind).includes('sensitive'))).toEqual(['poll', 'picture']);
});

test('every choice has a key of its own, which no other key of the queue takes', () => {
  const keys = choicesFor('poll').map(({ key }) => key);
  expect(keys.join('')).toBe('DWHXBSUP');
  expect(keys.filter((key) => 'JKRLZ?'.includes(key))).toEqual([]);
});

test('both suspensions are one act', () => {
  expect([actOf('suspendUntil'), actOf('suspendForGood'), actOf('hide')]).toEqual(['suspend', 'suspend', 'hide']);
});

test('about a person alone nothing is dismissed or hidden', () => {
  expect(choicesForPerson().map(({ choice }) => choice)).toEqual(['warn', 'silence', 'suspendUntil', 'suspendForGood']);
});

test('deleting says what goes: the picture of a profile, the whole poll of a picture', () => {
  const labelOf = (kind: (typeof OBJECT_KINDS)[number]) =>
    choicesFor(kind).find(({ choice }) => choice === 'delete')?.label;
  expect(OBJECT_KINDS.map(labelOf)).toEqual([
    'adminCase.delete',
    'adminCase.delete',
    'adminCase.removePicture',
    'adminCase.deletePoll',
  ]);
});

test('a case offers only what is possible: a profile without a picture has none to remove', () => {
  expect(inCase(profile)).toContain('delete');
  const bare = { ...profile.current, author: { ...author, profilePicture: null } };
  expect(inCase({ ...profile, current: bare })).not.toContain('delete');
});

test('content that is gone can only be dismissed, or its person warned, silenced or suspended', () => {
  const gone = { ...profile, object: { kind: 'poll' as const, id: 9 }, current: null };
  expect(inCase(gone)).toEqual(['dismiss', 'warn', 'silence', 'suspendUntil', 'suspendForGood']);
  expect(inCase({ ...gone, author: null })).toEqual(['dismiss']);
});
