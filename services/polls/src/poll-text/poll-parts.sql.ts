import type { MediaInfo, OptionImage, PollMethod } from '@inkling/contracts';
import { instantSql } from './poll-text.sql.js';

/** Columns of a poll that seldom change and stand in its text as they are. Needs the alias `p` (polls). */
export const POLL_PARTS = [
  'p.id',
  'p.author_id',
  'p.question',
  'p.options',
  'p.option_images',
  'p.media',
  'p.media_info',
  'p.sensitive',
  'p.visibility',
  'p.show_results_before_voting',
  'p.method',
  'p.min_choices',
  'p.max_choices',
  'p.sealed',
  'p.shuffled',
  'p.winner',
  'p.comments_off',
  'p.topics',
  'p.mood',
  'p.context',
  'p.seasonality',
  'p.language',
  'p.trending',
  'p.quiz_answer',
  'p.quiz_explanation',
] as const;
/** Columns of its author. Needs the alias `w` (authors, outer-joined). */
export const AUTHOR_PARTS = ['w.name', 'w.username', 'w.profile_picture'] as const;
/** SQL for its instants as texts. A driver's `Date` would round where PostgreSQL cuts. */
export const INSTANT_PARTS = { end_date: instantSql('p.end_date'), created_at: instantSql('p.created_at') };

/** SQL for all of these columns (PartsRow). PostgreSQL takes far longer to make one text of them than to send them. */
export const PARTS_COLUMNS = [
  ...POLL_PARTS,
  ...AUTHOR_PARTS,
  ...Object.entries(INSTANT_PARTS).map(([column, expression]) => `${expression} as ${column}`),
].join(', ');

export interface PartsRow {
  readonly id: number;
  readonly author_id: number;
  readonly question: string;
  readonly options: readonly string[];
  readonly option_images: readonly OptionImage[] | null;
  readonly media: string | null;
  readonly media_info: MediaInfo | null;
  readonly sensitive: string | null;
  readonly visibility: string;
  readonly show_results_before_voting: boolean;
  readonly method: PollMethod;
  readonly min_choices: number;
  readonly max_choices: number;
  readonly sealed: boolean;
  readonly shuffled: boolean;
  readonly winner: number | null;
  readonly comments_off: boolean;
  readonly topics: readonly string[];
  readonly mood: string | null;
  readonly context: string | null;
  readonly seasonality: string | null;
  readonly language: string | null;
  readonly trending: boolean;
  readonly quiz_answer: number | null;
  readonly quiz_explanation: string | null;
  /** Null before the author's profile has arrived. */
  readonly name: string | null;
  readonly username: string | null;
  readonly profile_picture: string | null;
  readonly end_date: string | null;
  readonly created_at: string;
}
