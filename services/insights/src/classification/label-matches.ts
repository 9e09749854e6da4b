import type { LabelIndex } from './words/vocabulary.js';

/** The number of words in the longest phrase of the lists. */
const PHRASE_MAX = 5;
/** Endings of plurals, and of cases in German. */
const ENDINGS = ['s', 'es', 'n', 'en', 'e', 'er', 'x'];
const STEM_MIN = 3;

export interface Match<L extends string> {
  readonly labels: readonly L[];
  /** The position of the first word. */
  readonly at: number;
  /** The number of words. */
  readonly length: number;
}

/** The words and phrases of an index that occur in folded tokens: the longest at each position, without overlaps. */
export function matchesIn<L extends string>(tokens: readonly string[], index: LabelIndex<L>): Match<L>[] {
  const matches: Match<L>[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    for (let length = Math.min(PHRASE_MAX, tokens.length - at); length > 0; length -= 1) {
      const labels = find(tokens.slice(at, at + length).join(' '), index);
      if (!labels) continue;
      matches.push({ labels, at, length });
      at += length - 1;
      break;
    }
  }
  return matches;
}

function find<L extends string>(phrase: string, index: LabelIndex<L>): readonly L[] | undefined {
  const exact = index.get(phrase);
  if (exact) return exact;
  for (const ending of ENDINGS) {
    const stem = phrase.length - ending.length;
    if (stem < STEM_MIN || !phrase.endsWith(ending)) continue;
    const labels = index.get(phrase.slice(0, stem));
    if (labels) return labels;
  }
  return undefined;
}

/** The label with the greatest weight, the first one if several are equal; null if there are no matches. */
export function strongest<L extends string>(weighted: readonly { match: Match<L>; weight: number }[]): L | null {
  const weights = new Map<L, number>();
  for (const { match, weight } of weighted) {
    // A phrase counts more than a word. A word with several labels counts less for each.
    const share = (weight * (match.length > 1 ? 1.5 : 1)) / match.labels.length;
    for (const label of match.labels) weights.set(label, (weights.get(label) ?? 0) + share);
  }
  let best: L | null = null;
  for (const [label, weight] of weights) if (best === null || weight > weights.get(best)!) best = label;
  return best;
}
