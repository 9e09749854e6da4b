import { UNACCENTED, type UnaccentedRow } from './folding.sql.js';

/**
 * Folding makes texts comparable for search. Case, accents, compatibility forms, vowel points and apostrophes do not
 * count, so that "Café", "cafe" and "CAFÉ" are one word.
 */

/**
 * Marks that people omit when they search: accents, Hebrew and Arabic points, the Arabic tatweel, joiners, variation
 * selectors. Kana keep their voicing marks.
 */
const LEFT_OUT = /(?=\p{Mn})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]|[\p{Me}\p{Cf}\u0640]/gu;
/** Removed, so that they do not split words ("don't", "Hawaiʻi"). */
const APOSTROPHES = /['’‘`´\u02b0-\u02ff]/gu;

/** Latin letters without a decomposition, such as ø and ß. The database's `unaccent` maps them to base letters. */
const LATIN_EXTRAS = /^[\u00df-\u02af\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]$/u;

/** Runs a statement with parameters `$1`, `$2`. */
type Query = (text: string, values: readonly unknown[]) => Promise<readonly UnaccentedRow[]>;

/** Folds the texts of documents and queries. */
export class Folding {
  readonly #letters: ReadonlyMap<string, string>;

  /** @param letters replacements for letters without a decomposition, such as "o" for "ø" */
  constructor(letters: ReadonlyMap<string, string>) {
    this.#letters = letters;
  }

  /** Reads the rules of the database's `unaccent` once. */
  static async load(query: Query): Promise<Folding> {
    const rows = await query(UNACCENTED, [latinExtras()]);
    return new Folding(new Map(rows.filter(({ to }) => /^\p{L}+$/u.test(to)).map(({ from, to }) => [from, to])));
  }

  /** The folded text, with its punctuation. Folding twice changes nothing. */
  fold(text: string): string {
    const bare = text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(LEFT_OUT, '')
      .replace(APOSTROPHES, '')
      .replaceAll('ς', 'σ');
    let folded = '';
    for (const letter of bare) folded += this.#letters.get(letter) ?? letter;
    return folded.normalize('NFC');
  }
}

function latinExtras(): string[] {
  const letters: string[] = [];
  for (let code = 0xdf; code < 0xa800; code += 1) {
    const letter = String.fromCharCode(code);
    if (
      LATIN_EXTRAS.test(letter) &&
      /\p{L}/u.test(letter) &&
      letter.normalize('NFKD') === letter &&
      letter.toLowerCase() === letter
    )
      letters.push(letter);
  }
  return letters;
}
