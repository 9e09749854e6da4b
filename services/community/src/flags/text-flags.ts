import { mutedWordsTest } from '@inkling/contracts';

/** Words and domains that point a text out to moderators. */
export interface FlagLists {
  readonly words: readonly string[];
  readonly domains: readonly string[];
}

/** A reason to point a text out. */
export interface TextFlag {
  readonly kind: 'word' | 'domain';
  readonly detail: string;
}

/** Names of hosts as they stand in a text, with or without an address around them. */
const HOSTS = /(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*/gu;

/** Finds the listed word and the listed domain that a text contains. */
export type TextMatcher = (text: string) => TextFlag[];

/** Prepares the lists, once for many texts. A domain stands for all below it, too. */
export function textMatcher({ words, domains }: FlagLists): TextMatcher {
  const hasWord = mutedWordsTest(words);
  return (text) => {
    const flags: TextFlag[] = [];
    if (hasWord?.(text)) {
      const word = words.find((each) => mutedWordsTest([each])?.(text));
      if (word !== undefined) flags.push({ kind: 'word', detail: word });
    }
    if (domains.length === 0) return flags;
    const hosts = (text.normalize('NFKC').toLowerCase().match(HOSTS) ?? []).map((host) => host.slice(0, 253));
    const domain = domains.find((each) => hosts.some((host) => host === each || host.endsWith(`.${each}`)));
    if (domain !== undefined) flags.push({ kind: 'domain', detail: domain });
    return flags;
  };
}
