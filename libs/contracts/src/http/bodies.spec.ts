import { describe, expect, it } from '@jest/globals';
import { CommentBody } from './comments.js';
import { CreatePollBody, PageQuery, VoteBody } from './polls.js';
import { Username } from './names.js';
import { CreateProfileBody, Email, LoginBody } from './users.js';

const messageOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

describe('bodies', () => {
  it.each([-1, 6, 1.5, '0', null, [], {}, true, Number.NaN, undefined])('refuses option index %p', (optionIndex) => {
    expect(VoteBody.safeParse({ pollId: 1, optionIndex }).success).toBe(false);
  });

  it.each([0, 1, 5])('takes option index %p', (optionIndex) => {
    expect(VoteBody.parse({ pollId: 1, optionIndex })).toEqual({ pollId: 1, optionIndex });
  });

  it('takes choices instead, each option once', () => {
    expect(VoteBody.parse({ pollId: 1, choices: [4, 0] })).toEqual({ pollId: 1, choices: [4, 0] });
    for (const choices of [[], [6], [-1], [1, 1], [0.5], ['0'], 3, [0, 1, 2, 3, 4, 5, 0]])
      expect(VoteBody.safeParse({ pollId: 1, choices }).success).toBe(false);
    expect(messageOf(VoteBody.safeParse({ pollId: 1, optionIndex: 1, choices: [1] }))).toBe(
      'Send optionIndex or choices',
    );
  });

  it('reads the fields of ballots from JSON and from forms', () => {
    const poll = { question: 'Which?', options: ['a', 'b', 'c'] };
    const read = { method: 'multiple', minChoices: 2, maxChoices: 2, sealed: true, shuffled: false };
    expect(CreatePollBody.parse({ ...poll, ...read })).toMatchObject(read);
    const form = { method: 'multiple', minChoices: '2', maxChoices: '2', sealed: 'true' };
    expect(CreatePollBody.parse({ ...poll, ...form })).toMatchObject(read);
    expect(CreatePollBody.parse(poll)).toMatchObject({ method: 'single', sealed: false, shuffled: false });
    expect(messageOf(CreatePollBody.safeParse({ ...poll, quizAnswer: '3' }))).toBe('This poll has no such option.');
    expect(messageOf(CreatePollBody.safeParse({ ...poll, method: 'first' }))).toBe(
      'Method is one of single, multiple, ranked',
    );
    expect(messageOf(CreatePollBody.safeParse({ ...poll, maxChoices: '07' }))).toBe(
      'must be a whole number from 1 to 6',
    );
  });

  it('reads options as a list or as JSON text, trims them and keeps their order', () => {
    const expected = ['Night train', 'Early flight'];
    expect(CreatePollBody.parse({ question: ' Which? ', options: ['Night train ', 'Early flight'] }).options).toEqual(
      expected,
    );
    expect(CreatePollBody.parse({ question: 'Which?', options: JSON.stringify(expected) }).options).toEqual(expected);
  });

  it.each([
    [['one'], 'A poll needs at least 2 options'],
    [['1', '2', '3', '4', '5', '6', '7'], 'A poll can have at most 6 options'],
    [['same', 'Same'], 'Options must differ from one another'],
    [['caf\u00e9', 'cafe\u0301'], 'Options must differ from one another'],
    [['night  train', 'night\u00a0train'], 'Options must differ from one another'],
    ['["a\\ud83d", "b"]', 'Option contains characters that cannot be shown'],
    [['\u2800', 'b'], 'Option cannot be empty'],
    [['', 'b'], 'Option cannot be empty'],
    ['not json', 'Options must be a list of texts'],
    [{ 0: 'a', 1: 'b' }, 'Options must be a list of texts'],
    [undefined, 'Options must be a list of texts'],
    [['a\u0000', 'b'], 'Option contains characters that cannot be shown'],
  ])('says what is wrong with the options %p', (options, message) => {
    expect(messageOf(CreatePollBody.safeParse({ question: 'Which?', options }))).toBe(message);
  });

  it('makes one line of several, and keeps emoji and right-to-left text whole', () => {
    const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
    const parsed = CreatePollBody.parse({ question: 'One \r\n two\t?', options: ['👩‍👩‍👧', 'سارة\u200f', england] });
    expect([parsed.question, parsed.options]).toEqual(['One two ?', ['👩‍👩‍👧', 'سارة\u200f', england]]);
    expect(CommentBody.parse({ pollId: 1, content: '\tOne\ttwo\n' }).content).toBe('One two');
  });

  it.each(['\u3164', '\u115f\u1160', '\u2800 \uffa0', '\ufe0f'])('finds nothing to read in %j', (blank) => {
    expect(messageOf(CreatePollBody.safeParse({ question: blank, options: ['a', 'b'] }))).toBe(
      'Question cannot be empty',
    );
    expect(messageOf(CommentBody.safeParse({ pollId: 1, content: blank }))).toBe('Comment cannot be empty');
  });

  it.each(['\u0085', '\u009b', '\u0007', '\ud800', '\u{e0067}'])(
    'refuses the character %j, which cannot be shown',
    (character) => {
      expect(messageOf(CreatePollBody.safeParse({ question: `a${character}b`, options: ['a', 'b'] }))).toBe(
        'Question contains characters that cannot be shown',
      );
      expect(messageOf(CommentBody.safeParse({ pollId: 1, content: `a${character}b` }))).toBe(
        'Comment contains characters that cannot be shown',
      );
    },
  );

  // As long as a JSON body can be; a search that looks at each space from each other one takes eight seconds.
  it.each([' ', '\n', ' \n', '\t', '\u0301\u0316', '\u{1f3f4}\u{e0067}'])('reads a long run of %j at once', (unit) => {
    const text = `a${unit.repeat(64_000 / unit.length)}b`;
    const started = process.cpuUsage();
    CreatePollBody.safeParse({ question: text, options: ['a', text] });
    CommentBody.safeParse({ pollId: 1, content: text });
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });

  it('says what a choice of kinds may be', () => {
    expect(
      messageOf(CreatePollBody.safeParse({ question: 'Which?', options: ['a', 'b'], showResultsBeforeVoting: 'on' })),
    ).toBe('must be true or false');
    expect(messageOf(CreateProfileBody.safeParse({ name: 'Noor', username: 'noor', userId: 'x' }))).toBe(
      'must be a positive whole number',
    );
    expect(messageOf(LoginBody.safeParse({ email: 'noor@example.org', password: 'x'.repeat(257) }))).toBe(
      'A password can have at most 256 characters.',
    );
  });

  it('reads visibility everyone as public, which it is by default, and defaults to hidden results', () => {
    const read = (visibility?: string) => CreatePollBody.parse({ question: 'Which?', options: ['a', 'b'], visibility });
    expect(read('everyone')).toMatchObject({ showResultsBeforeVoting: false, visibility: 'public' });
    expect([undefined, 'public', 'unlisted', 'followers'].map((each) => read(each).visibility)).toEqual([
      'public',
      'public',
      'unlisted',
      'followers',
    ]);
    expect(CreatePollBody.safeParse({ question: 'Which?', options: ['a', 'b'], visibility: 'friends' }).success).toBe(
      false,
    );
  });

  it.each(['noor', 'amara.okafor', 'Priya_R', '007'])('takes the username %s', (username) => {
    expect(Username.parse(` ${username} `)).toBe(username);
  });

  it.each([
    ['', 'Username cannot be empty'],
    ['   ', 'Username cannot be empty'],
    ['two words', 'Username cannot contain spaces'],
    ['...', 'Username can contain letters, digits, dots and underscores'],
    ['\u0301', 'Username can contain letters, digits, dots and underscores'],
    ['şárka', 'Username can contain letters, digits, dots and underscores'],
    ['priya-r', 'Username can contain letters, digits, dots and underscores'],
    ['ab', 'Username needs at least 3 characters'],
    // Nobody sees these: with them two people could have what looks like one username.
    ['noor\ufe0f', 'Username can contain letters, digits, dots and underscores'],
    ['noor\u034f', 'Username can contain letters, digits, dots and underscores'],
    ['noor\u3164', 'Username can contain letters, digits, dots and underscores'],
    ['\u3164', 'Username can contain letters, digits, dots and underscores'],
    ['<b>', 'Username can contain letters, digits, dots and underscores'],
    ['x'.repeat(31), 'Username can have at most 30 characters'],
  ])('refuses the username %p', (username, message) => {
    expect(messageOf(Username.safeParse(username))).toBe(message);
  });

  it.each(['a', 'a@b', 'a b@c.de', 'a@b@c.de', '@c.de', 'a@.de', 'a@c.', '<a>@c.de', `${'x'.repeat(250)}@c.de`])(
    'refuses the address %s',
    (email) => {
      expect(messageOf(Email.safeParse(email))).toBe('Please enter a valid email address.');
    },
  );

  it.each(['0', '-1', '1.5', '1e3', '99999999999', 'abc', '', '1001'])('refuses page %p', (page) => {
    expect(PageQuery.safeParse({ page }).success).toBe(false);
  });
});
