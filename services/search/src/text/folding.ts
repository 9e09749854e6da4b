/**
 * Folding: what makes two texts the same for search. Case, accents, compatibility forms, vowel points and apostrophes
 * do not count, so that "Café", "cafe" and "CAFÉ" are one word.
 */

/**
 * What people leave out when they search: accents, Hebrew and Arabic points, the Arabic stretch, joiners, variation
 * selectors. Kana keep their voicing.
 */
const LEFT_OUT = /(?=\p{Mn})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]|[\p{Me}\p{Cf}\u0640]/gu;
/** Within a word they join ("don't", "Hawaiʻi"). */
const APOSTROPHES = /['’‘`´\u02b0-\u02ff]/gu;

/**
 * Latin letters whose base letter is no part of their decomposition, such as ø and ß; what they stand for is unaccent's
 * business.
 */
const LATIN_EXTRAS = /^[\u00df-\u02af\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]$/u;

type Rows = (text: string, values: readonly unknown[]) => Promise<readonly { from: string; to: string }[]>;

/** Folds texts of documents and queries alike. */
export class Folding {
  /** @param letters what a letter without a decomposition becomes, as "ø" becomes "o" */
  constructor(private readonly letters: ReadonlyMap<string, string>) {}

  /**
   * Folding with the rules of the database's `unaccent`, asked for once.
   * @param query runs a statement in which `$1` is an array of letters
   */
  static async load(query: Rows): Promise<Folding> {
    const rows = await query(
      `select c as "from", lower(public.unaccent('public.unaccent', c)) as "to" from unnest($1::text[]) as c where public.unaccent('public.unaccent', c) <> c`,
      [latinExtras()],
    );
    return new Folding(new Map(rows.filter(({ to }) => /^\p{L}+$/u.test(to)).map(({ from, to }) => [from, to])));
  }

  /** The folded text; punctuation is still there. Folding twice changes nothing. */
  fold(text: string): string {
    const bare = text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(LEFT_OUT, '')
      .replace(APOSTROPHES, '')
      .replaceAll('ς', 'σ');
    let folded = '';
    for (const letter of bare) folded += this.letters.get(letter) ?? letter;
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
