/**
 * Noun phrases of an English text, without pronouns, dates and superlatives. The library is loaded on first use,
 * because that takes half a second.
 */
export async function englishNouns(text: string): Promise<string[]> {
  const { default: nlp } = await import('compromise');
  return nlp(text)
    .match('(#Adjective|#Gerund)? #Noun+')
    .not('(#Pronoun|#Possessive|#Date|#Superlative|#Comparative|#Determiner|#Value|#QuestionWord|#Emoji|#HashTag)')
    .out('array') as string[];
}
