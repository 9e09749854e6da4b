import { TOPICS_MAX } from '@inkling/contracts';

/** Characters of one topic (event contract). */
const TOPIC_MAX = 40;
const WORDS_MAX = 3;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}+]+$/gu;

/**
 * Topics as they are stored and compared: lower case, one space between words, each once, at most as many as the
 * contract allows. What is too long, has no letter, is a sentence rather than a name, or looks like an address or
 * markup is left out.
 */
export function tidyTopics(candidates: Iterable<string>): string[] {
  const topics = new Set<string>();
  for (const candidate of candidates) {
    if (topics.size >= TOPICS_MAX) break;
    const topic = candidate
      .normalize('NFC')
      .toWellFormed()
      .replace(/[\u200c\u200d]/g, '')
      .replace(/[\p{C}\s]+/gu, ' ')
      .replace(/[’']s?(?= |$)/gu, '')
      .toLowerCase()
      .replace(EDGES, '');
    if (
      topic.length < 2 ||
      topic.length > TOPIC_MAX ||
      topic.split(' ').length > WORDS_MAX ||
      !/\p{L}/u.test(topic) ||
      /:\/\/|www\.|[<>@]/.test(topic)
    )
      continue;
    topics.add(topic);
  }
  return [...topics];
}
