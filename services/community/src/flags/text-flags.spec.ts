import { describe, expect, it } from '@jest/globals';
import { processorTime } from '@inkling/testing';
import { textMatcher } from './text-flags.js';

const LISTS = { words: ['casino', 'cheap lamps'], domains: ['lamps.example', 'spam.co.uk'] };
const textFlags = textMatcher(LISTS);
const found = (text: string) => textFlags(text).map(({ kind, detail }) => `${kind} ${detail}`);

describe('flags of a text', () => {
  it.each([
    ['Which CASINO?', ['word casino']],
    ['Buy  cheap\nlamps', ['word cheap lamps']],
    ['See https://lamps.example/now?x=1', ['domain lamps.example']],
    ['See shop.Lamps.Example.', ['domain lamps.example']],
    ['www.spam.co.uk, casino', ['word casino', 'domain spam.co.uk']],
  ])('are found in %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each(['Which casinos?', 'lamps.example.org', 'notlamps.example', 'cheap, lamps', 'lamps. Example', ''])(
    'are none in %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it('take no long time for a hostile text', async () => {
    const hostile = ['a.'.repeat(50_000) + '-'.repeat(50_000), 'a-'.repeat(50_000)];
    expect(await processorTime(() => hostile.map((text) => textFlags(text)))).toBeLessThan(1_000);
  });
});
