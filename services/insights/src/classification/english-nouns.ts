/**
 * Nouns of English text as phrases of at most three words, without pronouns, dates and superlatives. Loaded when first
 * needed: the library takes half a second.
 */
export async function englishNouns(text: string): Promise<string[]> {
  const { default: nlp } = await import('compromise');
  return nlp(text)
    .match('(#Adjective|#Gerund)? #Noun+')
    .not('(#Pronoun|#Possessive|#Date|#Superlative|#Comparative|#Determiner|#Value|#QuestionWord|#Emoji|#HashTag)')
    .out('array') as string[];
}
