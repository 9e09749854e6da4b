/** Maximum length of a stored Deep Dive. */
export const TEXT_MAX = 8_000;

/** Invisible formatting, except joiners and direction marks, which many scripts need. */
const UNSEEN = /(?![\u200c-\u200f])\p{Cf}/gu;
const CONTROLS = /(?!\n)\p{Cc}/gu;
/** Marks in a private-use area that models leave around citations. */
const CITATION_MARKS = /\ue200[^\ue201]{0,200}\ue201|[\ue000-\uf8ff]/gu;

/**
 * A model's text as plain text, with paragraphs separated by one newline. Markdown links lose their address, because
 * sources only come from citations. HTML stays as characters, so nothing that shows this text may interpret it.
 */
export function plainText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CITATION_MARKS, '')
    .replace(CONTROLS, (character) => (character === '\t' ? ' ' : ''))
    .replace(UNSEEN, '')
    // Link reference definitions.
    .replace(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S+.*$/gm, '')
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+["'][^"'\n]*["'])?\)/g, '$1')
    .replace(/\[([^[\]\n]{1,500})\]\[[^[\]\n]{0,200}\]/g, '$1')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*#{1,6}\s+/, '')
        .replace(/^\s*[-*]\s+/, '• ')
        .replace(/[^\S\n]+/g, ' ')
        .trim(),
    );
  return shortened(lines.filter((line) => line !== '').join('\n'), TEXT_MAX);
}

/** At most `max` characters, ending with a complete sentence if there is one. */
export function shortened(text: string, max: number): string {
  return text.length <= max
    ? text
    : wholeSentences(
        text
          .slice(0, max)
          .toWellFormed()
          .replace(/\ufffd$/, ''),
      );
}

/** The text without an incomplete last sentence; a text of less than one sentence stays as it is. */
export function wholeSentences(text: string): string {
  let end = 0;
  for (const match of text.matchAll(/[.!?。！？…]["'”’»)\]]*(?=\s|$)|[。！？]/gu)) end = match.index + match[0].length;
  return (end > 0 ? text.slice(0, end) : text).trimEnd();
}
