import type { CONTEXTS, MOODS, SEASONS } from '@inkling/contracts';

export type Mood = (typeof MOODS)[number];
export type Context = (typeof CONTEXTS)[number];
export type Season = (typeof SEASONS)[number];

/** Words and phrases of a language in lower case, in the singular if the plural only adds an ending. */
export interface LanguageWords {
  /** Words that identify the language and are never topics. */
  readonly stop: string;
  /** Comma-separated words and phrases per label. */
  readonly contexts: Partial<Record<Context, string>>;
  readonly seasons: Partial<Record<Season, string>>;
  readonly moods: Partial<Record<Mood, string>>;
}
