import { possibleMentions } from '@inkling/contracts/mentions';
import type { Comment } from '@inkling/contracts';

export type CommentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string; readonly userId: number }
  /** `path` within this site, or an external address. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly outside: boolean };

/**
 * An address with its scheme. It ends at spaces, quotes, other brackets, and invisible or direction-changing
 * characters.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'`´“”„«»‹›‘’{}|\\^[\]\p{Cc}\p{Cf}\p{Zl}\p{Zp}，。、；：！？（）「」『』【】《》]+/giu;
/** Punctuation that ends the sentence, not the address. */
const AFTER = /[.,;:!?*_~…،؛؟।]+$/u;
const SHOWN_MAX = 60;

/** An address without the punctuation of the sentence around it; a closing bracket belongs to it when it opens one. */
function trimmed(address: string): string {
  let end = address;
  for (;;) {
    const before = end;
    end = end.replace(AFTER, '');
    if (end.endsWith(')') && end.split(')').length > end.split('(').length) end = end.slice(0, -1);
    if (end === before) return end;
  }
}

/**
 * How an address is displayed: its host in the letters that browsers compare, so that no look-alike shows as another
 * name.
 */
function shownAs(address: string, url: URL): string {
  const typedHost = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  const plain = /^[\x21-\x7e]*$/.test(typedHost)
    ? address
    : `${url.protocol}//${url.host}${address.slice(address.indexOf(typedHost) + typedHost.length)}`;
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX - 1)}…` : plain;
}

/** A link, or undefined for text that only looks like one: credentials before the host, or an impossible host. */
function linkOf(address: string, origin: string): CommentPart | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const outside = url.origin !== origin;
  if (outside && !/[.:]/.test(url.hostname)) return undefined;
  return {
    kind: 'link',
    text: shownAs(address, url),
    href: outside ? url.href : url.pathname + url.search + url.hash,
    outside,
  };
}

function withMentions(text: string, mentions: NonNullable<Comment['mentions']>): CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  for (const { at, names } of possibleMentions(text)) {
    const mention = names.flatMap((name) => mentions.find(({ username }) => username === name) ?? [])[0];
    if (!mention) continue;
    if (at > from) parts.push({ kind: 'text', text: text.slice(from, at) });
    from = at + 1 + mention.username.length;
    parts.push({ kind: 'mention', text: text.slice(at, from), userId: mention.id });
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/**
 * The parts of a comment: text, http addresses, and names of existing users.
 * @param origin of this site; its own addresses open in this tab
 */
export function partsOf(
  { content, mentions = [] }: Pick<Comment, 'content' | 'mentions'>,
  origin: string,
): CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  const text = (to: number): void => {
    if (to > from) parts.push(...withMentions(content.slice(from, to), mentions));
  };
  for (const match of content.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const link = linkOf(address, origin);
    if (!link) continue;
    text(match.index);
    parts.push(link);
    from = match.index + address.length;
  }
  text(content.length);
  return parts;
}
