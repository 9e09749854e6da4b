import { beforeEach, describe, expect, it } from '@jest/globals';
import { commentAnswered, commentSent, keepComment, recoverComment } from './comment-draft';

describe('a comment that is not saved yet', () => {
  beforeEach(() => sessionStorage.clear());

  it('is there again for the same person at the same poll only', () => {
    keepComment(5, 7, 'Half a thou');
    expect(recoverComment(5, 7)).toBe('Half a thou');
    expect([recoverComment(5, 8), recoverComment(6, 7)]).toEqual(['', '']);
    keepComment(5, 7, ' ');
    expect(sessionStorage).toHaveLength(0);
  });

  it('is kept until the server has saved it, whatever is written meanwhile', () => {
    commentSent(5, 7, 'First');
    keepComment(5, 7, 'Second');
    expect(recoverComment(5, 7)).toBe('First\nSecond');
    commentAnswered(5, 7, 'First', true);
    expect(recoverComment(5, 7)).toBe('Second');
  });

  it('comes back into the field when it was refused', () => {
    commentSent(5, 7, 'First');
    keepComment(5, 7, 'Second');
    commentAnswered(5, 7, 'First', false);
    commentAnswered(5, 7, 'First', false);
    expect(recoverComment(5, 7)).toBe('First\nSecond');
  });

  it('is not fooled by what somebody else has left in the storage', () => {
    sessionStorage.setItem('inkling_comment_5', '{"userId":7,"text":4}');
    expect(recoverComment(5, 7)).toBe('');
    sessionStorage.setItem('inkling_comment_5', '{');
    expect(recoverComment(5, 7)).toBe('');
  });
});
