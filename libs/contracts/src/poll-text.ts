import { z } from 'zod';
import { ABSTAINED, SEALED_CHOICE, decodeChoices, type PollMethod } from './ballots/index.js';
import { POLL_METHODS } from './constants.js';
import type { Poll } from './http/polls.js';

/**
 * A poll's JSON is written once and completed for each viewer without being parsed. Its text is the object without the
 * viewer fields and without the closing brace; this module is the one place that knows how the two parts fit together.
 */
export const PollText = z.string();

/**
 * A poll's text with its counts per option and without them. `open`: its results are open to all. `method` says how to
 * read the choices of its voters.
 */
export const PollTexts = z.object({
  visible: PollText,
  hidden: PollText,
  open: z.boolean(),
  method: z.enum(POLL_METHODS),
});
export type PollTexts = z.infer<typeof PollTexts>;

/** A viewer's choice as it is stored, ABSTAINED or SEALED_CHOICE; null without a vote. */
export const StoredVote = z.int().min(SEALED_CHOICE).nullable();

/** What a viewer's vote shows as. */
export type VoteFields = Pick<Poll, 'userVoted' | 'userAbstained' | 'userVote' | 'userChoices'>;
/** The fields of a poll that depend on who looks. */
export type ViewerFields = VoteFields & Pick<Poll, 'resultsVisible' | 'userLiked' | 'userSaved' | 'userReminded'>;

/** What one viewer has done with a poll. */
export interface ViewerActions {
  /** As in StoredVote. */
  readonly vote: number | null;
  readonly liked: boolean;
  readonly saved: boolean;
  /** Asked to be told the result. */
  readonly reminded: boolean;
}

/** Why the feed shows a poll that is not among the newest. */
export interface Recommendation {
  readonly reason: NonNullable<Poll['recommendationReason']>;
  readonly similarToLiked: boolean;
}

/**
 * Who may see a poll's counts (docs/product.md#results): everyone where results are open to all, else who has voted or
 * given up the vote.
 */
export const resultsVisible = (openToAll: boolean, voted: boolean): boolean => openToAll || voted;

/** SQL condition: results are open to all, once the poll has ended or where its author shows them from the start. */
export const openToAllSql = (shownFromStart: string, ended: string): string => `(${shownFromStart} or ${ended})`;

const NOT_VOTED: VoteFields = { userVoted: false, userAbstained: false, userVote: null, userChoices: null };
const ABSTENTION: VoteFields = { ...NOT_VOTED, userAbstained: true };
const SEALED_VOTE: VoteFields = { ...NOT_VOTED, userVoted: true };

/**
 * The fields for a vote with these choices, which are null in a sealed poll.
 * @param single the poll's method is `single`, and it is not sealed
 */
export const votedFields = (choices: number[] | null, single: boolean): VoteFields => ({
  ...SEALED_VOTE,
  userVote: single && choices ? choices[0]! : null,
  userChoices: single ? null : choices,
});

/** The fields for what is stored of a viewer. */
function voteFields(method: PollMethod, vote: number | null): VoteFields {
  if (vote === null) return NOT_VOTED;
  if (vote === ABSTAINED) return ABSTENTION;
  return vote === SEALED_CHOICE ? SEALED_VOTE : votedFields(decodeChoices(method, vote), method === 'single');
}

// `userAbstained`, `userChoices` and `userReminded` are left out where they have their default (ORDINARY_POLL).
const ending = (viewer: ViewerFields): string =>
  `,"resultsVisible":${viewer.resultsVisible},"userVoted":${viewer.userVoted},"userVote":${viewer.userVote}` +
  (viewer.userAbstained ? ',"userAbstained":true' : '') +
  (viewer.userChoices ? `,"userChoices":[${viewer.userChoices.join(',')}]` : '') +
  `,"userLiked":${viewer.userLiked},"userSaved":${viewer.userSaved}` +
  (viewer.userReminded ? ',"userReminded":true' : '');

const recommended = ({ reason, similarToLiked }: Recommendation): string =>
  `,"similarToLiked":${similarToLiked},"isRecommended":true,"recommendationReason":"${reason}"`;

/** A poll's JSON from its text and its viewer fields. */
export const completePoll = (text: string, viewer: ViewerFields): string => `${text}${ending(viewer)}}`;

const UNTOUCHED: ViewerActions = { vote: null, liked: false, saved: false, reminded: false };

/** The fields of a poll for one viewer. */
export const viewerFields = (
  { open, method }: Pick<PollTexts, 'open' | 'method'>,
  { vote, liked, saved, reminded }: ViewerActions,
): ViewerFields => {
  const voted = voteFields(method, vote);
  return {
    resultsVisible: resultsVisible(open, vote !== null),
    ...voted,
    userLiked: liked,
    userSaved: saved,
    userReminded: reminded && !voted.userVoted,
  };
};

/** A poll's JSON as one viewer sees it, by default one who has done nothing with it. */
export function pollForViewer(texts: PollTexts, actions: ViewerActions = UNTOUCHED): string {
  const viewer = viewerFields(texts, actions);
  return completePoll(viewer.resultsVisible ? texts.visible : texts.hidden, viewer);
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
    const viewer = viewerFields(this.#texts, actions ?? UNTOUCHED);
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
