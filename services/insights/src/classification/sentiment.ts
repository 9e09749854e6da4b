// @ts-expect-error The package has no types.
import vader from 'vader-sentiment';

interface Analyzer {
  /** `compound` from -1 (bad) to 1 (good). */
  polarity_scores(text: string): { readonly compound: number };
}
const { SentimentIntensityAnalyzer: analyzer } = vader as { SentimentIntensityAnalyzer: Analyzer };

/** The feeling of an English text, from -1 (bad) to 1 (good); about 0 where it shows none. */
export const sentimentOf = (text: string): number => analyzer.polarity_scores(text).compound;
