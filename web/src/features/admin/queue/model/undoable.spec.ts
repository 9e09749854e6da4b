import { expect, test } from '@jest/globals';
import type { Act } from '@inkling/contracts';
import { canUndo } from './undoable';

const hidden: Act = {
  id: 1,
  act: 'hide',
  object: { kind: 'poll', id: 9 },
  personId: 3,
  caseId: 4,
  rule: null,
  reason: 'A number.',
  until: null,
  slip: null,
  moderatorId: 5,
  at: '2026-11-23T02:00:00.000Z',
  noticeAt: null,
  undoneAt: null,
  appeal: null,
};
const appeal = { id: 2, words: 'Why?', at: hidden.at, decision: null };

test('an act can be taken back until that has happened, or an appeal asks for an answer', () => {
  expect(canUndo(hidden)).toBe(true);
  expect(canUndo({ ...hidden, undoneAt: hidden.at })).toBe(false);
  expect(canUndo({ ...hidden, appeal })).toBe(false);
});

test('the removal of a profile picture cannot be taken back, that of a poll can', () => {
  expect(canUndo({ ...hidden, act: 'delete' })).toBe(true);
  expect(canUndo({ ...hidden, act: 'delete', object: { kind: 'profile', id: 3 } })).toBe(false);
});
