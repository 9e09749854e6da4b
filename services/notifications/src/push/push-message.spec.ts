import { describe, expect, it } from '@jest/globals';
import { clip, messageOf, type QueuedPush } from './push-message.js';

const push = (payload: Partial<QueuedPush['payload']>): QueuedPush => ({
  kind: 'comment',
  notificationId: 1,
  topic: 'comment:1',
  ttl: 60,
  payload: { title: 'Inkling', body: 'text', link: '/poll/1', ...payload },
});
const fields = (payload: Partial<QueuedPush['payload']>) =>
  messageOf(push(payload), 'https://polls.example.org').fields;

describe('text of a push', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly te', 10, 'exactly te'],
    ['exactly ten.', 10, 'exactly t…'],
    ['cut at a space', 8, 'cut at…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, '👩‍👩‍👧‍👦…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5, '…'],
    ['e\u0301e\u0301e\u0301', 5, 'e\u0301e\u0301…'],
    ['anything', 0, ''],
  ])('%j in %i is %j', (text, max, clipped) => expect(clip(text, max)).toBe(clipped));

  it.each(['x', 'é', '漢', '😀', '\u0001', '"', '\ud800'])('of %j stays under the limit', (character) => {
    const shaped = fields({ title: character.repeat(20_000), body: character.repeat(20_000) });
    expect(Buffer.byteLength(JSON.stringify(shaped))).toBeLessThanOrEqual(3_000);
    expect(shaped.body.length).toBeGreaterThan(1);
  });
});

describe('links of a push', () => {
  it.each([
    ['/poll/7', 'https://polls.example.org/poll/7'],
    ['/profile/3?a=b#c', 'https://polls.example.org/profile/3?a=b#c'],
    ['javascript:alert(1)', 'https://polls.example.org'],
    ['https://[', 'https://polls.example.org'],
  ])('%s leads to %s', (link, absolute) => expect(fields({ link }).link).toBe(absolute));

  it('include no picture that is too long an address', () => {
    expect(fields({ image: '/uploads/a.webp' }).image).toBe('https://polls.example.org/uploads/a.webp');
    expect(fields({ image: `/uploads/${'a'.repeat(600)}` })).not.toHaveProperty('image');
  });
});
