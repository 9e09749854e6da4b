import { z } from 'zod';
import type { Poll } from './http/polls.js';

/**
 * A poll's JSON is written once and completed for each viewer without being parsed. Its text is the object without the
 * viewer fields and without the closing brace; this module is the one place that knows how the two parts fit together.
 */
export const PollText = z.string();

/** A poll's text with its counts per option and without them. `open`: its results are open to all. */
export const PollTexts = z.object({ visible: PollText, hidden: PollText, open: z.boolean() });
export type PollTexts = z.infer<typeof PollTexts>;

/** The fields of a poll that depend on who looks. */
export type ViewerFields = Pick<Poll, 'resultsVisible' | 'userVote' | 'userLiked' | 'userSaved'>;

/** What one viewer has done with a poll; `vote` is the index of their choice. */
export interface ViewerActions {
  readonly vote: number | null;
  readonly liked: boolean;
  readonly saved: boolean;
}

/** Why the feed shows a poll that is not among the newest. */
export interface Recommendation {
  readonly reason: NonNullable<Poll['recommendationReason']>;
  readonly similarToLiked: boolean;
}

/**
 * Who may see a poll's counts (docs/product.md#results): everyone where results are open to all, else who has voted.
 */
export const resultsVisible = (openToAll: boolean, voted: boolean): boolean => openToAll || voted;

/** The same rule as an SQL condition, from the conditions of its two cases. */
export const resultsVisibleSql = (openToAll: string, voted: string): string => `${voted} or ${openToAll}`;

/** SQL condition: results are open to all, once the poll has ended or where its author shows them from the start. */
export const openToAllSql = (shownFromStart: string, ended: string): string => `(${shownFromStart} or ${ended})`;

const ending = ({ resultsVisible: visible, userVote, userLiked, userSaved }: ViewerFields): string =>
  `,"resultsVisible":${visible},"userVote":${userVote},"userLiked":${userLiked},"userSaved":${userSaved}`;

const recommended = ({ reason, similarToLiked }: Recommendation): string =>
  `,"similarToLiked":${similarToLiked},"isRecommended":true,"recommendationReason":"${reason}"`;

/** A poll's JSON from its text and its viewer fields. */
export const completePoll = (text: string, viewer: ViewerFields): string => `${text}${ending(viewer)}}`;

/** SQL for the same, from an expression for the text and one for the JSON of each viewer field. */
export const completePollSql = (text: string, viewer: Readonly<Record<keyof ViewerFields, string>>): string =>
  `concat(${text},
    ',"resultsVisible":', ${viewer.resultsVisible}, ',"userVote":', ${viewer.userVote},
    ',"userLiked":', ${viewer.userLiked}, ',"userSaved":', ${viewer.userSaved}, '}')`;

const UNTOUCHED: ViewerActions = { vote: null, liked: false, saved: false };

const viewerFields = (open: boolean, { vote, liked, saved }: ViewerActions): ViewerFields => ({
  resultsVisible: resultsVisible(open, vote !== null),
  userVote: vote,
  userLiked: liked,
  userSaved: saved,
});

/** A poll's JSON as one viewer sees it, by default one who has done nothing with it. */
export function pollForViewer({ visible, hidden, open }: PollTexts, actions: ViewerActions = UNTOUCHED): string {
  const viewer = viewerFields(open, actions);
  return completePoll(viewer.resultsVisible ? visible : hidden, viewer);
}

/** A poll's texts as bytes, each encoded at most once for all its viewers. */
export class PollBytes {
  readonly #texts: PollTexts;
  #visible: Buffer | undefined;
  #hidden: Buffer | undefined;
  #untouched: readonly Buffer[] | undefined;

  constructor(texts: PollTexts) {
    this.#texts = texts;
  }

  /** The poll's JSON, in parts, as one viewer sees it. */
  forViewer(actions?: ViewerActions, recommendation?: Recommendation): readonly Buffer[] {
    if (!actions && !recommendation) return (this.#untouched ??= [Buffer.from(pollForViewer(this.#texts))]);
    const viewer = viewerFields(this.#texts.open, actions ?? UNTOUCHED);
    const rest = `${ending(viewer)}${recommendation ? recommended(recommendation) : ''}}`;
    return [this.#text(viewer.resultsVisible), Buffer.from(rest)];
  }

  #text(visible: boolean): Buffer {
    return visible
      ? (this.#visible ??= Buffer.from(this.#texts.visible))
      : (this.#hidden ??= Buffer.from(this.#texts.hidden));
  }
}

/**
 * The JSON of a page of polls (PollPage).
 * @param polls the polls' JSON with commas between them
 * @param pagination `"pagination":{...}`
 */
export const pollPage = (polls: string, pagination: string): string => `{"polls":[${polls}],${pagination}}`;

const PAGE_START = Buffer.from('{"polls":[');
const COMMA = Buffer.from(',');

/** The end of such a page as bytes. */
export const pollPageEnd = (pagination: string): Buffer => Buffer.from(`],${pagination}}`);

/** Such a page as bytes, from the parts of each poll and the page's end. */
export function pollPageBytes(polls: readonly (readonly Buffer[])[], end: Buffer): Buffer {
  const parts: Buffer[] = [PAGE_START];
  for (const poll of polls) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(...poll);
  }
  parts.push(end);
  return Buffer.concat(parts);
}
