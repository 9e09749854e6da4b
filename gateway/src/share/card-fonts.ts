import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const WEIGHTS = [500, 700] as const;
export type Weight = (typeof WEIGHTS)[number];

/** A part of a variable font, and the characters that a card needs of it. */
export interface FontPart {
  /** Unique for each part: satori looks for a missing glyph in fonts of another name. */
  readonly name: string;
  readonly weight: Weight;
  /** A module path. */
  readonly file: string;
  readonly characters: string;
}

type Language = 'jp' | 'sc' | 'kr';
/**
 * Faces for characters that Onest lacks, in the order in which they are searched. Arabic uses Vazirmatn, because Noto
 * draws the dots of its letters as marks, which satori misplaces.
 */
const FACES = [
  'noto-sans',
  'noto-sans-hebrew',
  'vazirmatn',
  'noto-sans-thai',
  'noto-sans-bengali',
  'noto-sans-tamil',
] as const;
/** Parts of Onest, the brand's font, with which every card is drawn. */
export const BRAND_SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;
const BRAND: ReadonlySet<string> = new Set(BRAND_SUBSETS);
export type BrandFace = 'onest' | 'familjen-grotesk';
const isBrand = (face: string): boolean => face === 'onest' || face === 'familjen-grotesk';
/** Subsets that the brand's font has, and letters for formulas, which no poll needs. */
const SKIPPED = new Set(['latin', 'latin-ext', 'vietnamese', 'math', 'symbols']);

interface Part {
  readonly subset: string;
  /** Pairs of first and last code point. */
  readonly ranges: readonly (readonly [number, number])[];
}

function rangeOf(range: string): readonly [number, number] {
  const [first, last] = range
    .trim()
    .replace('U+', '')
    .split('-')
    .map((point) => Number.parseInt(point, 16));
  return [first!, last ?? first!];
}

const faces = new Map<string, readonly Part[]>();

/** The parts of a face, which are read once. */
function partsOf(face: string): readonly Part[] {
  const known = faces.get(face);
  if (known) return known;
  const table = require(`@fontsource-variable/${face}/unicode.json`) as Record<string, string>;
  const parts = Object.entries(table)
    .filter(([subset]) => (isBrand(face) ? BRAND.has(subset) : !SKIPPED.has(subset)))
    .map(([subset, ranges]) => ({ subset: subset.replaceAll(/[[\]]/g, ''), ranges: ranges.split(',').map(rangeOf) }));
  faces.set(face, parts);
  return parts;
}

const has = ({ ranges }: Part, point: number): boolean =>
  ranges.some(([first, last]) => first <= point && point <= last);

/** Han characters look different in each language; kana and hangul reveal which one it is. */
function languageOf(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc';
}

const CJK_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'].map((name) => `\\p{Script=${name}}`).join('');
const CJK = new RegExp(`[${CJK_SCRIPTS}\\u3000-\\u303F\\uFF00-\\uFFEF]`, 'u');

/** The face and part that have a character; undefined if none has. */
function find(character: string, language: Language): { face: string; part: Part } | undefined {
  const point = character.codePointAt(0)!;
  // The tables of the largest faces are read only for characters that need them.
  const han = [`noto-sans-${language}`, 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];
  const candidates = CJK.test(character) ? han : ['onest', ...FACES];
  for (const face of candidates) {
    const part = partsOf(face).find((one) => has(one, point));
    if (part) return { face, part };
  }
  return undefined;
}

/** The parts of a brand face that a text needs, each with its characters. */
export function brandParts(face: BrandFace, text: string): { file: string; characters: string }[] {
  const characters = [...new Set(text)];
  return partsOf(face).flatMap((part) => {
    const own = characters.filter((character) => has(part, character.codePointAt(0)!)).join('');
    const file = `@fontsource-variable/${face}/files/${face}-${part.subset}-wght-normal.woff2`;
    return own === '' ? [] : [{ file, characters: own }];
  });
}

/** Whether any face has the character. */
export const isCovered = (character: string): boolean => find(character, 'sc') !== undefined;

/** The parts of other faces that texts need in addition to the brand's fonts, in both weights. */
export function fontParts(texts: readonly string[]): FontPart[] {
  const all = texts.join(' ');
  // A shaper decomposes a composed letter if the font has only its pieces.
  const characters = new Set(all + all.normalize('NFD'));
  const language = languageOf(all);
  const needed = new Map<string, { face: string; part: Part; characters: string }>();
  for (const character of characters) {
    const found = find(character, language);
    if (!found || found.face === 'onest') continue;
    const key = `${found.face} ${found.part.subset}`;
    const before = needed.get(key);
    needed.set(key, { ...found, characters: (before?.characters ?? '') + character });
  }
  return [...needed].flatMap(([name, { face, part, characters: wanted }]) =>
    WEIGHTS.map((weight) => ({
      name,
      weight,
      file: `@fontsource-variable/${face}/files/${face}-${part.subset}-wght-normal.woff2`,
      // Joined letters and marks need the spaces and joiners in the same font.
      characters: `${wanted} \u200C\u200D\u25CC`,
    })),
  );
}
