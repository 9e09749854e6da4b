import { optionResults, type OptionResult, type PollPreview } from '@inkling/contracts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
// Control characters, and marks of direction that would affect the text around.
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200E\u200F]+/gu;

/** A text as one line, without characters that would affect the text around. */
export const plain = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();

/** Text for an HTML element or a quoted attribute. */
export const html = (text: string): string => plain(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** "1,234 votes", or "1,234 voters" where people choose several options. */
export const turnoutOf = ({ method, votesCount }: PollPreview): string =>
  method === 'multiple' ? counted(votesCount, 'voter', 'voters') : counted(votesCount, 'vote', 'votes');

/** The poll has ended at `now` (milliseconds). */
export const hasEnded = (poll: PollPreview, now = Date.now()): boolean =>
  poll.endDate !== null && Date.parse(poll.endDate) <= now;

/** The author as shown: name, else username, else "Someone on Inkling". */
export const authorOf = (poll: PollPreview): string =>
  plain(poll.user?.name ?? '') || plain(poll.user?.username ?? '') || 'Someone on Inkling';

/** Path of the picture that other sites may show; null for a video, and for what moderators have covered. */
export const pictureOf = ({ media, mediaInfo, sensitive = null }: PollPreview): string | null =>
  sensitive !== null || mediaInfo?.kind === 'video' ? null : media;

export type SharedResult = Pick<OptionResult, 'percent' | 'leads'>;

/**
 * Results per option if they are open to all (docs/product.md#results); undefined while they are hidden, and before a
 * sealed poll shows its first group of votes.
 */
export function resultsOf(poll: PollPreview): SharedResult[] | undefined {
  if (!poll.resultsVisible || poll.options.some(({ votes }) => votes === undefined)) return undefined;
  if (poll.countedVotes === 0 && poll.votesCount > 0) return undefined;
  return optionResults(poll).map(({ percent, leads }) => ({ percent, leads }));
}

/** "up to 3", "2" or "2 to 3": how many options one may choose. */
function choices({ minChoices: min, maxChoices: max }: PollPreview): string {
  if (min === max) return String(max);
  return min === 1 ? `up to ${max}` : `${min} to ${max}`;
}

/** How the poll is answered, or what its percentages are of; undefined for one choice. */
function methodNote(poll: PollPreview, results: boolean): string | undefined {
  if (poll.quiz) return 'Quiz';
  if (poll.method === 'multiple') return results ? '% of voters' : `Choose ${choices(poll)}`;
  if (poll.method === 'single') return undefined;
  if (poll.winner !== undefined) return 'Decided by run-off';
  return results ? 'First choices' : 'Rank the options';
}

/** What to know beside the total, as in "Choose up to 3"; empty for an ordinary poll. */
export function notesOf(poll: PollPreview): string[] {
  const results = resultsOf(poll) !== undefined;
  const { sealed, countedVotes = poll.votesCount } = poll;
  const waiting =
    results && countedVotes < poll.votesCount ? `${countedVotes.toLocaleString('en')} counted` : undefined;
  return [methodNote(poll, results), sealed ? 'Sealed' : undefined, waiting].filter((note) => note !== undefined);
}
