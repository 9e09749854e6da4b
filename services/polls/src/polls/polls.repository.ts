import { Injectable } from '@nestjs/common';
import type { BallotRule, LiveTally, MediaInfo, OptionImage, Visibility } from '@inkling/contracts';
import { Database, RIGHT_NOW, deleteInBatches, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { seesPoll } from '../audience/seen.js';
import { TALLY_COLUMNS, toLiveTally } from '../live/live-tallies.js';
import type { Tables } from '../tables.js';
import { pollJson } from '../poll-text/poll-json.js';
import { partsOf } from '../poll-text/poll-parts.js';
import { readState } from '../poll-text/poll-state.js';
import { OWN_HIDDEN_POLL, POLL, PREVIEW, type BodyRow, type PollRow } from './polls.sql.js';

/** A poll as its author submits it. */
export interface NewPoll {
  readonly authorId: number;
  readonly question: string;
  readonly options: readonly string[];
  readonly media: { readonly path: string; readonly info: MediaInfo } | null;
  /** One for each option, or null. */
  readonly optionImages: OptionImage[] | null;
  readonly endDate: Date | null;
  readonly showResultsBeforeVoting: boolean;
  readonly rule: BallotRule;
  readonly sealed: boolean;
  readonly shuffled: boolean;
  /** Null for a poll that is no quiz. */
  readonly quiz: { readonly answer: number; readonly explanation: string | null } | null;
  readonly visibility: Visibility;
  readonly unlisted: boolean;
}

/** A poll in the transaction that deletes it. */
export interface LockedPoll {
  readonly authorId: number;
  readonly media: string | null;
  readonly optionImages: OptionImage[] | null;
  readonly unlisted: boolean;
  readonly moderated: 'hidden' | 'deleted' | null;
}

/** Tables whose rows belong to polls without a foreign key, or are too many for one statement. */
const POLL_ROWS = [
  'votes',
  'ballot_counts',
  'sealed_changes',
  'likes',
  'saves',
  'reminders',
  'comments',
  'moderated_comments',
] as const;

/** Condition as its index has it: a picture of an option has one of these paths. */
const optionImageAmong = (paths: readonly string[]) =>
  sql<boolean>`option_images is not null
    and jsonb_path_query_array(option_images::jsonb, '$[*].image') ?| ${[...paths]}::text[]`;

const bodyOf = (row: PollRow): string => pollJson(partsOf(row), readState(row.state));

/** Reads and writes of single polls. Lists are in FeedRepository; counts are changed where they are raised. */
@Injectable()
export class PollsRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** The JSON text of one poll as a viewer sees it, or undefined when there is none. */
  async find(pollId: number, viewerId: number): Promise<string | undefined> {
    const values = [viewerId, pollId];
    const [row] = await this.database.query<PollRow>({ name: 'poll-one', text: POLL, values });
    if (row) return bodyOf(row);
    const [own] = await this.database.query<PollRow>({ name: 'poll-own-hidden', text: OWN_HIDDEN_POLL, values });
    return own && bodyOf(own);
  }

  /**
   * The JSON text of what anyone may see of one poll. Undefined when there is none, or when the viewer does not see it.
   */
  async findPreview(pollId: number, viewerId: number | undefined): Promise<string | undefined> {
    const [row] = await this.database.find<BodyRow>({
      name: 'poll-preview',
      text: PREVIEW,
      values: [pollId, viewerId ?? null],
    });
    return row?.body;
  }

  /** Those of the paths that polls use, each once. A deleted poll uses nothing; one that an act hides may return. */
  async usedMedia(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const kept = this.database.kysely
      .selectFrom('polls')
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('moderated', 'is not', null)]));
    const [media, options] = await Promise.all([
      kept.select('media').where('media', 'in', paths).$narrowType<{ media: string }>().execute(),
      kept.select('option_images').where(optionImageAmong(paths)).execute(),
    ]);
    const used = new Set(media.map((row) => row.media));
    for (const { option_images } of options) for (const { image } of option_images ?? []) used.add(image);
    return paths.filter((path) => used.has(path));
  }

  /** The database's clock, by which polls end. */
  async now(): Promise<Date> {
    const clock = RIGHT_NOW.as('now');
    return (await this.database.kysely.selectNoFrom(clock).executeTakeFirstOrThrow()).now;
  }

  /** Stores a new poll with an empty tally. Returns its id, its time and its JSON text as its author sees it. */
  async insert(tx: Transaction<Tables>, poll: NewPoll): Promise<{ id: number; createdAt: Date; body: string }> {
    const { id, created_at } = await tx.kysely
      .insertInto('polls')
      .values({
        author_id: poll.authorId,
        question: poll.question,
        options: [...poll.options],
        media: poll.media?.path ?? null,
        media_info: poll.media?.info ?? null,
        option_images: poll.optionImages && sql<OptionImage[]>`${JSON.stringify(poll.optionImages)}::json`,
        end_date: poll.endDate,
        show_results_before_voting: poll.showResultsBeforeVoting,
        method: poll.rule.method,
        min_choices: poll.rule.minChoices,
        max_choices: poll.rule.maxChoices,
        sealed: poll.sealed,
        shuffled: poll.shuffled,
        quiz_answer: poll.quiz?.answer ?? null,
        quiz_explanation: poll.quiz?.explanation ?? null,
        visibility: poll.visibility,
        unlisted: poll.unlisted,
      })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow();
    await tx.kysely
      .insertInto('poll_counters')
      .values({ poll_id: id, votes: poll.options.map(() => 0), counted_votes: poll.sealed ? 0 : null })
      .execute();
    if (poll.endDate && !poll.unlisted)
      await tx.kysely.insertInto('due_ends').values({ poll_id: id, end_date: poll.endDate }).execute();
    await tx.kysely
      .updateTable('authors')
      .set((eb) => ({ polls_count: eb('polls_count', '+', 1) }))
      .where('user_id', '=', poll.authorId)
      .execute();
    const [row] = await tx.query<PollRow>({ text: POLL, values: [poll.authorId, id] });
    return { id, createdAt: created_at, body: bodyOf(row!) };
  }

  /**
   * Locks a poll that is not deleted and that the user knows: one that an act hides is known to its author alone.
   * Undefined when there is none, or when the user does not see it.
   */
  lock(tx: Transaction<Tables>, pollId: number, userId: number): Promise<LockedPoll | undefined> {
    return this.#locked(tx, pollId)
      .where((eb) =>
        eb.or([eb('deleted_at', 'is', null), eb.and([eb('moderated', '=', 'hidden'), eb('author_id', '=', userId)])]),
      )
      .where(seesPoll(userId, 'polls'))
      .executeTakeFirst();
  }

  /** Locks a poll whatever moderators have decided about it. Undefined for a deleted poll. */
  lockAny(tx: Transaction<Tables>, pollId: number): Promise<LockedPoll | undefined> {
    return this.#locked(tx, pollId)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('moderated', 'is not', null)]))
      .executeTakeFirst();
  }

  #locked({ kysely }: Transaction<Tables>, pollId: number) {
    return kysely
      .selectFrom('polls')
      .select(['author_id as authorId', 'media', 'option_images as optionImages', 'unlisted', 'moderated'])
      .where('id', '=', pollId)
      .forNoKeyUpdate();
  }

  /**
   * Hides a locked poll from every read and deletes its tally, which ends voting, liking and commenting. Returns the
   * last tally.
   */
  async hide(tx: Transaction<Tables>, pollId: number, { authorId, moderated }: LockedPoll): Promise<LiveTally> {
    const last = await tx.kysely
      .deleteFrom(moderated ? 'moderated_counters' : 'poll_counters')
      .where('poll_id', '=', pollId)
      .returning(TALLY_COLUMNS)
      .executeTakeFirstOrThrow();
    const tally: LiveTally = { ...toLiveTally({ ...last, version: last.version + 1 }, 'update'), deleted: true };
    for (const table of ['poll_activity', 'due_ends', 'voter_draws', 'poll_statistics'] as const)
      await tx.kysely.deleteFrom(table).where('poll_id', '=', pollId).execute();
    await tx.kysely
      .updateTable('polls')
      .set({ deleted_at: sql`now()`, trending: false, moderated: null })
      .where('id', '=', pollId)
      .execute();
    // The author's polls are counted without those that acts hide.
    if (moderated) return tally;
    await tx.kysely
      .updateTable('authors')
      // A wrong count must not prevent the deletion.
      .set({ polls_count: sql`greatest(polls_count - 1, 0)` })
      .where('user_id', '=', authorId)
      .execute();
    return tally;
  }

  /** Removes the rows of a deleted poll in batches, each committed on its own. Safe to repeat. */
  async purgeRows(pollId: number): Promise<void> {
    // While the poll has a tally it is visible, and its rows stay.
    const where = 'poll_id = $1 and not exists (select from poll_counters c where c.poll_id = $1)';
    for (const table of POLL_ROWS)
      await deleteInBatches(this.database, { table, where, values: [pollId], locked: 'wait' });
  }

  /** Removes a hidden unlisted poll with all its rows, which are few because it exists for a second. */
  async purgeUnlisted(tx: Transaction<Tables>, pollId: number): Promise<void> {
    for (const table of ['votes', 'ballot_counts', 'sealed_changes'] as const)
      await tx.kysely.deleteFrom(table).where('poll_id', '=', pollId).execute();
    await this.purgePoll(tx, pollId);
  }

  /** Removes the row of a deleted poll. */
  async purgePoll(tx: Transaction<Tables>, pollId: number): Promise<void> {
    await tx.kysely.deleteFrom('polls').where('id', '=', pollId).where('deleted_at', 'is not', null).execute();
  }
}
