/**
 * Made-up words that behave as those of a language: a few are in most texts, most in hardly any (Zipf), frequent ones
 * are short, few are one mistake apart, and new ones never cease to come.
 */
import { mulberry32 } from '../../demo/random.mts';

const ONSETS = [...'bdfgklmnprstvz', 'br', 'ch', 'dr', 'fl', 'gr', 'pl', 'sh', 'st', 'th', 'tr'];
const VOWELS = [...'aeiou', 'ai', 'ea', 'ou'];
const CODAS = ['', '', '', 'l', 'n', 'r', 's', 't', 'm', 'nd'];
const WORDS = 5_000;
const FIRST_NAMES = 1_500;
const LAST_NAMES = 20_000;
const TOPICS = 300;
/** Words that hardly any two polls share. */
const RARE_WORDS = 400_000;
const RARE_SYLLABLES = 4;
const RARE_SHARE = 0.1;

/** A whole number from 0 to below `end`. */
export const upTo = (random: () => number, end: number): number => Math.floor(random() * end);

export const oneOf = <T,>(random: () => number, list: readonly T[]): T => list[upTo(random, list.length)] as T;

const syllable = (random: () => number) => oneOf(random, ONSETS) + oneOf(random, VOWELS) + oneOf(random, CODAS);

/** @returns distinct, the most frequent first */
function distinctWords(seed: number, count: number, syllables: (rank: number) => number): string[] {
  const random = mulberry32(seed);
  const words: Set<string> = new Set();
  while (words.size < count) words.add(Array.from({ length: syllables(words.size) }, () => syllable(random)).join(''));
  return [...words];
}

/** The most frequent first: the tenth is in about every tenth poll. */
export const VOCABULARY = distinctWords(1, WORDS, (rank) => (rank < 150 ? 2 : 3));
const firstNames = distinctWords(2, FIRST_NAMES, () => 2);
const lastNames = distinctWords(3, LAST_NAMES, (rank) => (rank < 500 ? 2 : 3));
const topics = Array.from({ length: TOPICS }, (_, n) =>
  n % 3 === 0 ? `${VOCABULARY[n + 200]} ${VOCABULARY[n + 700]}` : (VOCABULARY[n + 1_200] ?? ''),
);

/** One of a list by Zipf's law. */
const byRank = (random: () => number, list: readonly string[]) => list[Math.floor(list.length ** random()) - 1] ?? '';

/** @returns the same word for the same number */
function rareWord(n: number): string {
  const random = mulberry32(n);
  return Array.from({ length: RARE_SYLLABLES }, () => syllable(random)).join('');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** @param n of the user */
export function person(random: () => number, n: number): { name: string; username: string } {
  const [first, last] = [byRank(random, firstNames), byRank(random, lastNames)];
  return { name: `${capital(first)} ${capital(last)}`, username: `${first}_${last}${n}` };
}

const words = (random: () => number, count: number) => Array.from({ length: count }, () => byRank(random, VOCABULARY));

/** @returns `rare`: a word of the question that few others have */
export function pollTexts(random: () => number): {
  question: string;
  options: string[];
  topics: string[];
  rare: string | null;
} {
  const rare = random() < RARE_SHARE ? rareWord(upTo(random, RARE_WORDS)) : null;
  const question = capital([...words(random, 4 + upTo(random, 4)), ...(rare ? [rare] : [])].join(' '));
  const options = Array.from({ length: 2 + upTo(random, 3) }, () =>
    capital(words(random, 1 + upTo(random, 2)).join(' ')),
  );
  return {
    question: `${question}?`,
    options,
    topics: Array.from({ length: upTo(random, 3) }, () => byRank(random, topics)),
    rare,
  };
}
