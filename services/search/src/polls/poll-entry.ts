import type { Folding } from '../text/folding.js';
import { documentTokens, hashtagsOf, plainText, topicKey, topicLabel, topicToken } from '../text/tokens.js';

/** What a poll is found by: words of question, options and topics, and topics themselves. */
export interface PollEntry {
  /** The question, for phrases. */
  readonly text: string;
  readonly tokens: readonly string[];
  /** Topics, classified or hashtags of the question, as they are searched; `labels` as they are shown. */
  readonly keys: readonly string[];
  readonly labels: readonly string[];
}

/** @param poll `topics` as they were classified, "night trains" */
export function pollEntry(
  folding: Folding,
  { question, options, topics }: { question: string; options: readonly string[]; topics: readonly string[] },
): PollEntry {
  const labels = new Map<string, string>();
  for (const name of [...hashtagsOf(question), ...topics]) {
    const key = topicKey(folding.fold(name));
    if (key !== '' && !labels.has(key)) labels.set(key, topicLabel(name));
  }
  const folded = [question, ...options, ...topics].map((text) => folding.fold(text));
  return {
    text: plainText(folded[0]!),
    tokens: [...documentTokens(folded), ...Array.from(labels.keys(), topicToken)],
    keys: [...labels.keys()],
    labels: [...labels.values()],
  };
}
