import type { CONTEXTS, MOODS, SEASONS } from '@inkling/contracts';

export type Mood = (typeof MOODS)[number];
export type Context = (typeof CONTEXTS)[number];
export type Season = (typeof SEASONS)[number];

/** What one language says about polls: words and phrases, lower case, singular where the plural only adds an ending. */
export interface LanguageWords {
  /** Words that tell the language and are never a topic. */
  readonly stop: string;
  /** Comma-separated words and phrases per label. */
  readonly contexts: Partial<Record<Context, string>>;
  readonly seasons: Partial<Record<Season, string>>;
  readonly moods: Partial<Record<Mood, string>>;
}
