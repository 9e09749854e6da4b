import { describe, expect, it } from '@jest/globals';
import type { ActKind, NoticeContent, ObjectKind } from '@inkling/contracts';
import { moderationMailWords } from './moderation-words.js';

const notice = (act: ActKind, kind: ObjectKind): NoticeContent => ({
  kind: 'act',
  actId: 5,
  act,
  object: { kind, id: 9, excerpt: 'Would you hang this?' },
  rule: null,
  reason: 'It shows somebody who has not agreed.',
  until: null,
  appealUntil: null,
  open: false,
});

describe('the mail about a decision', () => {
  it.each([
    ['hide', 'Your poll was hidden', 'the whole poll is hidden with it'],
    ['delete', 'Your poll was deleted', 'the whole poll is deleted with it'],
  ] as const)('on a picture says that the poll goes: %s', (act, subject, effect) => {
    const words = moderationMailWords(notice(act, 'picture'));
    expect(words.subject).toBe(subject);
    expect(words.paragraphs.join(' ')).toContain(effect);
    expect(moderationMailWords(notice(act, 'poll')).paragraphs.join(' ')).not.toContain('picture');
  });

  it('names a covered or removed picture as what it is', () => {
    expect(moderationMailWords(notice('sensitive', 'picture')).subject).toBe('Your picture was marked as sensitive');
    expect(moderationMailWords(notice('delete', 'profile')).subject).toBe('Your profile picture was removed');
  });
});
