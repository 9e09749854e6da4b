/** Languages whose words are known as concepts. */
export const CONCEPT_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'ar', 'hi', 'ja'] as const;
export type ConceptLanguage = (typeof CONCEPT_LANGUAGES)[number];

/**
 * A concept's words by language, separated by commas, in the singular where the plural only adds an ending; `any` for
 * names that are the same everywhere. Nouns, so that every match can be a topic.
 */
export type ConceptWords = Partial<Record<ConceptLanguage | 'any', string>>;

/** Concepts of one context by their English topic. */
export type Concepts = Readonly<Record<string, ConceptWords>>;
