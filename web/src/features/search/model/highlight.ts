export interface Piece {
  text: string;
  hit: boolean;
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
const wordsOf = (query: string) => fold(query).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A text in pieces; a word is a hit when it begins with a word of the query, ignoring case and accents. */
export function hitWords(text: string, query: string): Piece[] {
  const wanted = wordsOf(query);
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, hit: wanted.some((word) => fold(piece).startsWith(word)) }));
}

/** A name in pieces; the hit is where the query occurs, anywhere. */
export function hitPart(text: string, query: string): Piece[] {
  const wanted = fold(query.trim().replace(/^[@#]/, ''));
  // Folding may change the length, and then positions do not correspond.
  const at = wanted !== '' && fold(text).length === text.length ? fold(text).indexOf(wanted) : -1;
  if (at < 0) return [{ text, hit: false }];
  const end = at + wanted.length;
  return [
    { text: text.slice(0, at), hit: false },
    { text: text.slice(at, end), hit: true },
    { text: text.slice(end), hit: false },
  ].filter((piece) => piece.text !== '');
}
