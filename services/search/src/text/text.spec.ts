import { describe, expect, it } from '@jest/globals';
import { isCorrectable, isOneEditApart, variantHashes } from './typos.js';
import { Folding } from './folding.js';
import { searchTerms, usernameKey } from './search-terms.js';
import { documentTokens, hashtagsOf, partsOf, plainText, topicKey, topicLabel } from './tokens.js';

const folding = new Folding(
  new Map([
    ['ß', 'ss'],
    ['ø', 'o'],
    ['ł', 'l'],
    ['æ', 'ae'],
  ]),
);

describe('folding', () => {
  it.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Straße', 'strasse'],
    ['ÆRØ Łódź', 'aero lodz'],
    ['İSTANBUL', 'istanbul'],
    ['ΚΑΦΈΣ', 'καφεσ'],
    ['Ёлка й', 'елка и'],
    ["don't don’t Hawaiʻi", 'dont dont hawaii'],
    ['ＡＢＣ １２３ ﬁn', 'abc 123 fin'],
    ['한국', '한국'],
    ['ガ', 'ガ'],
    ['מַיִם', 'מים'],
    ['أَهْلًا', 'اهلا'],
    ['❤️', '❤'],
  ])('%s becomes %s, and stays so', (text, folded) => {
    expect(folding.fold(text)).toBe(folded);
    expect(folding.fold(folded)).toBe(folded);
  });
});

describe('tokens', () => {
  it('are words, and pairs of characters in scripts without spaces', () => {
    expect([...documentTokens(['night-train 2', '朝ごは', 'iphone買'])]).toEqual([
      'night',
      'train',
      '2',
      '朝ご',
      'ごは',
      'は',
      'iphone',
      '買',
    ]);
  });

  it('are split where the script changes within a word', () => {
    expect(partsOf('abcデフg')).toEqual([
      { text: 'abc', unspaced: false },
      { text: 'デフ', unspaced: true },
      { text: 'g', unspaced: false },
    ]);
  });

  it('are cut at the same length in documents and queries', () => {
    const long = 'x'.repeat(90);
    expect([...documentTokens([long])]).toEqual(['x'.repeat(40)]);
    expect(searchTerms(folding, long).terms).toEqual([{ token: 'x'.repeat(40), kind: 'word', prefix: true }]);
    expect(Array.from(topicKey('𝒳'.repeat(90)))).toHaveLength(40);
  });

  it('never contain a quote, backslash, colon, @ or space', () => {
    const all = Array.from({ length: 0x1_1000 }, (_, code) =>
      code >= 0xd800 && code < 0xe000 ? ' ' : String.fromCodePoint(code),
    ).join('');
    const tokens = [...documentTokens([folding.fold(all), folding.fold(Array.from(all).join(' '))])];
    expect(tokens.length).toBeGreaterThan(50_000);
    expect(tokens.filter((token) => /['\\:@\s#%_&|!<>()]/u.test(token))).toEqual([]);
  });

  it('of topics are one word, shown in its original spelling', () => {
    expect([topicKey('night trains'), topicLabel('Café Culture'), topicKey(folding.fold('Café_Culture!'))]).toEqual([
      'nighttrains',
      'CaféCulture',
      'cafeculture',
    ]);
    expect(hashtagsOf('the #1 #ClimateAction, #go_now! a#b ＃wide')).toEqual(['ClimateAction', 'go_now', 'b', 'wide']);
    expect(plainText('a-b  c!')).toBe('a b c');
  });
});

describe('a query', () => {
  it('consists of terms that must all match', () => {
    expect(searchTerms(folding, 'Nig tr')).toMatchObject({
      terms: [
        { token: 'nig', kind: 'word' },
        { token: 'tr', kind: 'word' },
      ],
      username: null,
      wantsUsers: true,
      wantsPolls: true,
    });
    expect(searchTerms(folding, '朝ごは')).toMatchObject({
      terms: [
        { token: '朝ご', prefix: false },
        { token: 'ごは', prefix: false },
      ],
    });
    expect(searchTerms(folding, 'a b c d e f g h i j k').terms).toHaveLength(8);
    expect(searchTerms(folding, '?!')).toMatchObject({ terms: [], username: null });
  });

  it('asks for topics with # and for users with @', () => {
    expect(searchTerms(folding, '#Night_Trains fast')).toMatchObject({
      terms: [
        { token: '#nighttrains', kind: 'topic' },
        { token: 'fast', kind: 'word' },
      ],
      wantsUsers: false,
      wantsPolls: true,
    });
    expect(searchTerms(folding, ' @José.N')).toMatchObject({
      username: { key: 'jose.n', exact: 'josé.n' },
      wantsUsers: true,
      wantsPolls: false,
    });
    expect(searchTerms(folding, '#1 choice')).toMatchObject({
      terms: [{ token: '1' }, { token: 'choice' }],
      wantsUsers: true,
    });
    expect(usernameKey(folding, 'Noor.Haddad_1-x')).toBe('noor.haddad_1-x');
  });
});

describe('one typo', () => {
  it.each([
    ['train', 'trian', true],
    ['train', 'tran', true],
    ['train', 'traain', true],
    ['train', 'trein', true],
    ['train', 'train', true],
    ['train', 'rtani', false],
    ['train', 'tr', false],
    ['train', 'brain', true],
    ['train', 'brians', false],
    ['abcd', 'acdx', false],
    ['чёрный'.normalize('NFC'), 'чорный', true],
  ])('separates %s and %s: %s', (first, second, expected) => {
    expect(isOneEditApart(first, second)).toBe(expected);
    expect(isOneEditApart(second, first)).toBe(expected);
    // Words that are one typo apart share a variant.
    if (expected) expect(variantHashes(first).some((variant) => variantHashes(second).includes(variant))).toBe(true);
  });

  it('is corrected in words of letters that are neither too short nor too long', () => {
    expect(
      ['a', 'cat', 'cats', '2023', 'poll2023', '#topic', 'x'.repeat(25)].map((word) => isCorrectable(word, 4)),
    ).toEqual([false, false, true, false, false, false, false]);
  });
});
