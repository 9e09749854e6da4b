import { TOPICS_MAX } from '@inkling/contracts';

/** Maximum length of a topic, as in the event's contract. */
const TOPIC_MAX = 40;
const WORDS_MAX = 3;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}+]+$/gu;

/**
 * Normalises topics: lower case, single spaces, no duplicates, at most as many as the contract allows. Drops candidates
 * that are too long, have no letters, are sentences, or look like addresses or markup.
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
