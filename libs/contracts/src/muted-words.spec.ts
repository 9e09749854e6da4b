import { describe, expect, it } from '@jest/globals';
import { mutedWordsTest } from './muted-words.js';

const hides = (words: string[], text: string) => mutedWordsTest(words)?.(text) ?? false;

describe('muted words', () => {
  it.each([
    ['cat', 'Cat or dog?'],
    ['CAT', 'my cat.'],
    ['cat', '(cat)'],
    ['#election', 'Who wins the #Election?'],
    ['straße', 'Welche STRAßE?'],
    ['caf\u00e9', 'a cafe\u0301, please'],
    ['night  train', 'Night train or early flight?'],
    ['c++', 'Rust or C++?'],
    ['猫', '猫が好き'],
    ['ｃａｔ', 'cat'],
    ['ёлка', 'Наша ЁЛКА стоит'],
    ['a.b', 'a.b'],
  ])('%p hides %p', (word, text) => {
    expect(hides(['unrelated', word], text)).toBe(true);
  });

  it.each([
    ['cat', 'concatenate'],
    ['cat', 'cats'],
    ['cat', 'wildcat'],
    ['cat', 'cat_food'],
    ['cat', 'cat2'],
    ['кот', 'который'],
    ['über', 'überall'],
    ['cafe', 'cafe\u0301'],
    ['a.b', 'axb'],
    ['c++', 'c'],
  ])('%p does not hide %p', (word, text) => {
    expect(hides([word], text)).toBe(false);
  });

  it.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('with the character %s match it literally', (character) => {
    expect(hides([`a${character}b`], `about a${character}b`)).toBe(true);
    expect(hides([`a${character}b`], 'about axb')).toBe(false);
    expect(hides([character], `a ${character} b`)).toBe(true);
  });

  it('hide nothing when there are none, or only spaces', () => {
    expect(mutedWordsTest([])).toBeUndefined();
    expect(mutedWordsTest([' ', ''])).toBeUndefined();
  });

  it('take a long text in little time, however many words there are', () => {
    const test = mutedWordsTest(Array.from({ length: 100 }, (_, n) => `${'a'.repeat(49)}${n % 10}`))!;
    const started = process.cpuUsage();
    expect(test('a'.repeat(1_000))).toBe(false);
    expect(process.cpuUsage(started).user).toBeLessThan(200_000);
  });
});
