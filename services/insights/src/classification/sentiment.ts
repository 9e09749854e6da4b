// @ts-expect-error The package has no types.
import vader from 'vader-sentiment';

interface Analyzer {
  /** `compound` from -1 (bad) to 1 (good). */
  polarity_scores(text: string): { readonly compound: number };
}
const { SentimentIntensityAnalyzer: analyzer } = vader as { SentimentIntensityAnalyzer: Analyzer };

/** The sentiment of an English text, from -1 (negative) to 1 (positive); about 0 if it is neutral. */
export const sentimentOf = (text: string): number => analyzer.polarity_scores(text).compound;
