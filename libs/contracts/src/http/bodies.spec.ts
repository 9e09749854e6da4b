import { describe, expect, it } from '@jest/globals';
import { CreatePollBody, PageQuery, VoteBody } from './polls.js';
import { Email, Username } from './users.js';

const messageOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

describe('bodies', () => {
  it.each([-1, 6, 1.5, '0', null, [], {}, true, Number.NaN, undefined])('refuses option index %p', (optionIndex) => {
    expect(VoteBody.safeParse({ pollId: 1, optionIndex }).success).toBe(false);
  });

  it.each([0, 1, 5])('takes option index %p', (optionIndex) => {
    expect(VoteBody.parse({ pollId: 1, optionIndex })).toEqual({ pollId: 1, optionIndex });
  });

  it('reads options as a list or as JSON text, trims them and keeps their order', () => {
    const expected = ['Night train', 'Early flight'];
    expect(CreatePollBody.parse({ question: ' Which? ', options: ['Night train ', 'Early flight'] }).options).toEqual(expected);
    expect(CreatePollBody.parse({ question: 'Which?', options: JSON.stringify(expected) }).options).toEqual(expected);
  });

  it.each([
    [['one'], 'A poll needs at least 2 options'],
    [['1', '2', '3', '4', '5', '6', '7'], 'A poll can have at most 6 options'],
    [['same', 'Same'], 'Options must differ from one another'],
    [['', 'b'], 'Option cannot be empty'],
    ['not json', 'Options must be a list of texts'],
    [{ 0: 'a', 1: 'b' }, 'Options must be a list of texts'],
    [undefined, 'Options must be a list of texts'],
    [['a\u0000', 'b'], 'Option contains characters that cannot be shown'],
  ])('says what is wrong with the options %p', (options, message) => {
    expect(messageOf(CreatePollBody.safeParse({ question: 'Which?', options }))).toBe(message);
  });

  it('makes one line of several, and keeps emoji and right-to-left text whole', () => {
    const parsed = CreatePollBody.parse({ question: 'One \r\n two?', options: ['👩‍👩‍👧', 'سارة\u200f'] });
    expect([parsed.question, parsed.options]).toEqual(['One two?', ['👩‍👩‍👧', 'سارة\u200f']]);
  });

  it('reads visibility everyone, and defaults to hidden results', () => {
    expect(CreatePollBody.parse({ question: 'Which?', options: ['a', 'b'], visibility: 'everyone' })).toMatchObject({ showResultsBeforeVoting: false });
    expect(CreatePollBody.safeParse({ question: 'Which?', options: ['a', 'b'], visibility: 'friends' }).success).toBe(false);
  });

  it.each(['noor', 'amara.okafor', 'priya_r', 'şárka-1', 'سارة'])('takes the username %s', (username) => {
    expect(Username.parse(` ${username} `)).toBe(username);
  });

  it.each([
    ['', 'Username cannot be empty'],
    ['   ', 'Username cannot be empty'],
    ['two words', 'Username cannot contain spaces'],
    ['...', 'Username can contain letters, digits, dots, hyphens and underscores'],
    ['\u0301', 'Username can contain letters, digits, dots, hyphens and underscores'],
    ['<b>', 'Username can contain letters, digits, dots, hyphens and underscores'],
    ['x'.repeat(31), 'Username can have at most 30 characters'],
  ])('refuses the username %p', (username, message) => {
    expect(messageOf(Username.safeParse(username))).toBe(message);
  });

  it.each(['a', 'a@b', 'a b@c.de', 'a@b@c.de', '@c.de', 'a@.de', 'a@c.', '<a>@c.de', `${'x'.repeat(250)}@c.de`])('refuses the address %s', (email) => {
    expect(messageOf(Email.safeParse(email))).toBe('Please enter a valid email address.');
  });

  it.each(['0', '-1', '1.5', '1e3', '99999999999', 'abc', '', '1001'])('refuses page %p', (page) => {
    expect(PageQuery.safeParse({ page }).success).toBe(false);
  });
});
