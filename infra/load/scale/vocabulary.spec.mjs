import { describe, expect, it } from '@jest/globals';
import { mulberry32 } from '../../demo/random.mts';
import { person, pollTexts, VOCABULARY } from './vocabulary.mts';

const POLLS = 4_000;

describe('made-up texts', () => {
  const random = mulberry32(7);
  const polls = Array.from({ length: POLLS }, () => pollTexts(random));
  const words = polls.map(
    ({ question, options }) => new Set(`${question} ${options.join(' ')}`.toLowerCase().match(/[a-z]+/g)),
  );
  const share = (word) => words.filter((each) => each.has(word)).length / POLLS;

  it('have words as frequent as those of a language', () => {
    expect(share(VOCABULARY[0])).toBeGreaterThan(0.4);
    expect(share(VOCABULARY[10])).toBeGreaterThan(0.06);
    expect(share(VOCABULARY[10])).toBeLessThan(0.14);
    expect(share(VOCABULARY[2_000])).toBeLessThan(0.01);
    expect(new Set(VOCABULARY).size).toBe(VOCABULARY.length);
  });

  it('have rare words that hardly any other has, and that are none of the vocabulary', () => {
    const rare = polls.flatMap(({ rare: word }) => word ?? []);
    expect(rare.length).toBeGreaterThan(POLLS / 20);
    expect(new Set(rare).size).toBeGreaterThan(rare.length * 0.98);
    expect(rare.filter((word) => VOCABULARY.includes(word))).toEqual([]);
  });

  it('keep to the limits of polls, and repeat themselves', () => {
    for (const { options, topics } of polls) {
      expect(options.length).toBeGreaterThanOrEqual(2);
      expect(options.length).toBeLessThanOrEqual(6);
      expect(topics.length).toBeLessThanOrEqual(5);
    }
    const again = mulberry32(7);
    expect(pollTexts(again)).toEqual(polls[0]);
    expect(person(mulberry32(3), 12)).toEqual(person(mulberry32(3), 12));
    expect(person(mulberry32(3), 12).username).toMatch(/^[a-z]+_[a-z]+12$/);
  });
});
