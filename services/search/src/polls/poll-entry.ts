import type { Folding } from '../text/folding.js';
import { documentTokens, hashtagsOf, plainText, topicKey, topicLabel, topicToken } from '../text/tokens.js';

/** How a poll is indexed: by the words of its question, options and topics, and by its topics. */
export interface PollEntry {
  /** The question as folded words, to match phrases. */
  readonly text: string;
  readonly tokens: readonly string[];
  /** The classified topics and the hashtags of the question, as they are searched. `labels` are as they are shown. */
  readonly keys: readonly string[];
  readonly labels: readonly string[];
}

/** @param poll `topics` as classified, such as "night trains" */
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
