import type { PollPreview } from '@inkling/contracts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
// Control characters, and marks of direction that would affect the text around.
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200E\u200F]+/gu;

/** A text as one line, without characters that would affect the text around. */
export const plain = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();

/** Text for an HTML element or a quoted attribute. */
export const html = (text: string): string => plain(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

/** "1,234 votes" */
export const votesOf = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`;

/** The poll has ended at `now` (milliseconds). */
export const hasEnded = (poll: PollPreview, now = Date.now()): boolean =>
  poll.endDate !== null && Date.parse(poll.endDate) <= now;

/** The author as shown: name, else username, else "Someone on Inkling". */
export const authorOf = (poll: PollPreview): string =>
  plain(poll.user?.name ?? '') || plain(poll.user?.username ?? '') || 'Someone on Inkling';

/** Path of the picture that other sites may show; null for a video, and for what moderators have covered. */
export const pictureOf = ({ media, mediaInfo, sensitive = null }: PollPreview): string | null =>
  sensitive !== null || mediaInfo?.kind === 'video' ? null : media;

export interface SharedResult {
  /** Whole number from 0 to 100. */
  readonly percent: number;
  readonly leads: boolean;
}

/** Results per option if they are open to all (docs/product.md#results); undefined while they are hidden. */
export function resultsOf(poll: PollPreview): SharedResult[] | undefined {
  if (!poll.resultsVisible || poll.options.some(({ votes }) => votes === undefined)) return undefined;
  const counts = poll.options.map(({ votes }) => votes ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...counts);
  return counts.map((count) => ({
    percent: total > 0 ? Math.round((count / total) * 100) : 0,
    leads: count > 0 && count === most,
  }));
}
