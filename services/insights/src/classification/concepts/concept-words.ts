/** Languages with words for concepts. */
export const CONCEPT_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'ar', 'hi', 'ja'] as const;
export type ConceptLanguage = (typeof CONCEPT_LANGUAGES)[number];

/**
 * The words of a concept by language, separated by commas. They are nouns, so that every match can be a topic, and in
 * the singular if the plural only adds an ending. `any` lists names that are the same in all languages.
 */
export type ConceptWords = Partial<Record<ConceptLanguage | 'any', string>>;

/** The concepts of one context by their topic in English. */
export type Concepts = Readonly<Record<string, ConceptWords>>;
