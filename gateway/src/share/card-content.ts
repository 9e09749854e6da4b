import type { PollPreview } from '@inkling/contracts';
import { drawable } from './card-text.js';
import { inkOf, LIGHT_INKS, type InkColors } from './inks.js';
import { authorOf, hasEnded, notesOf, pictureOf, resultsOf, turnoutOf, type SharedResult } from './shared-poll-text.js';

/** What a card shows, in characters that its fonts have. Polls with the same content have the same picture. */
export interface CardContent {
  readonly ink: InkColors;
  readonly question: string;
  readonly options: readonly string[];
  /** Null while results are hidden. */
  readonly results: readonly SharedResult[] | null;
  /** "1,234 votes" */
  readonly turnout: string;
  /** As in "Choose up to 3". */
  readonly notes: readonly string[];
  readonly author: string;
  readonly username: string | null;
  readonly ended: boolean;
  /** Paths of stored pictures. */
  readonly picture: string | null;
  readonly avatar: string | null;
}

/** What a poll's card shows. */
export function cardContent(poll: PollPreview, now = Date.now()): CardContent {
  const username = poll.user?.username ? drawable(poll.user.username) : undefined;
  return {
    ink: LIGHT_INKS[inkOf(poll.id)],
    question: drawable(poll.question) ?? 'A poll on Inkling',
    options: poll.options.map(({ text }, index) => drawable(text) ?? `Option ${index + 1}`),
    results: resultsOf(poll) ?? null,
    turnout: turnoutOf(poll),
    notes: notesOf(poll),
    author: drawable(authorOf(poll)) ?? username ?? 'Someone on Inkling',
    username: username ?? null,
    ended: hasEnded(poll, now),
    picture: pictureOf(poll),
    avatar: poll.user?.profilePicture ?? null,
  };
}

/** Every text of a card that was written by a user. */
export const textsOf = ({ question: asked, options: given, author, username }: CardContent): string[] => [
  asked,
  ...given,
  author,
  username ?? '',
];
