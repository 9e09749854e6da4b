import { Injectable } from '@nestjs/common';
import type { LiveTally } from '@inkling/contracts';
import { Database, deleteInBatches, type Transaction } from '@inkling/platform';
import { POLL_FOR_VIEWER, POLL_FOR_VIEWER_JOINS, PREVIEW_TEXT, instantSql } from './poll-text.sql.js';
import type { PollEntity } from './poll.entity.js';

const ONE = `
  select ${POLL_FOR_VIEWER} as body
  from (select $2::bigint as id) k ${POLL_FOR_VIEWER_JOINS}
  where p.deleted_at is null`;

const PREVIEW = `
  select ${PREVIEW_TEXT} as body
  from polls p join poll_counters c on c.poll_id = p.id left join authors w on w.user_id = p.author_id
  where p.id = $1 and p.deleted_at is null`;

/** Reads and writes of single polls. Lists are in FeedRepository; counts are changed where they are raised. */
@Injectable()
export class PollsRepository {
  constructor(private readonly database: Database) {}

  /** The JSON text of one poll as a viewer sees it, or undefined when there is none. */
  async find(pollId: number, viewerId: number): Promise<string | undefined> {
    const rows = await this.database.query<{ body: string }>({
      name: 'poll-one',
      text: ONE,
      values: [viewerId, pollId],
    });
    return rows[0]?.body;
  }

  /** The JSON text of what anyone may see of one poll, or undefined when there is none. */
  async findPreview(pollId: number): Promise<string | undefined> {
    const rows = await this.database.query<{ body: string }>({ name: 'poll-preview', text: PREVIEW, values: [pollId] });
    return rows[0]?.body;
  }

  /** Those of the paths that polls use, each once. A deleted poll uses nothing. */
  async usedMedia(paths: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ media: string }>({
      name: 'polls-used-media',
      text: 'select distinct media from polls where media = any($1::text[]) and deleted_at is null',
      values: [paths],
    });
    return rows.map((row) => row.media);
  }

  /** The database's clock, by which polls end. */
  async now(): Promise<Date> {
    const rows = await this.database.query<{ now: string }>({
      name: 'poll-clock',
      text: `select ${instantSql('clock_timestamp()')} as now`,
    });
    return new Date(rows[0]!.now);
  }

  /** Stores a new poll with an empty tally. Returns its JSON text as its author sees it. */
  async insert(tx: Transaction, poll: PollEntity): Promise<string> {
    tx.em.persist(poll);
    await tx.em.flush();
    await tx.query({
      text: 'insert into poll_counters (poll_id, votes) values ($1, array_fill(0, array[$2::int]))',
      values: [poll.id, poll.options.length],
    });
    if (poll.endDate && !poll.unlisted)
      await tx.query({
        text: 'insert into due_ends (poll_id, end_date) select id, end_date from polls where id = $1',
        values: [poll.id],
      });
    await tx.query({
      text: 'update authors set polls_count = polls_count + 1 where user_id = $1',
      values: [poll.authorId],
    });
    const rows = await tx.query<{ body: string }>({ text: ONE, values: [poll.authorId, poll.id] });
    return rows[0]!.body;
  }

  /** Locks a poll that is not deleted. Undefined when there is none. */
  async lock(
    tx: Transaction,
    pollId: number,
  ): Promise<{ authorId: number; media: string | null; unlisted: boolean } | undefined> {
    const rows = await tx.query<{ author_id: string; media: string | null; unlisted: boolean }>({
      text: 'select author_id, media, unlisted from polls where id = $1 and deleted_at is null for no key update',
      values: [pollId],
    });
    return rows[0] && { authorId: Number(rows[0].author_id), media: rows[0].media, unlisted: rows[0].unlisted };
  }

  /**
   * Hides a locked poll from every read and deletes its tally, which ends voting, liking and commenting. Returns the
   * last tally.
   */
  async hide(tx: Transaction, pollId: number, authorId: number): Promise<LiveTally> {
    const rows = await tx.query<{
      votes: number[];
      votes_count: number;
      likes_count: number;
      comments_count: number;
      version: number;
    }>({
      text: `delete from poll_counters where poll_id = $1
        returning votes, votes_count, likes_count, comments_count, version + 1 as version`,
      values: [pollId],
    });
    for (const table of ['poll_activity', 'due_ends', 'voter_draws'])
      await tx.query({ text: `delete from ${table} where poll_id = $1`, values: [pollId] });
    await tx.query({ text: 'update polls set deleted_at = now(), trending = false where id = $1', values: [pollId] });
    // A wrong count must not prevent the deletion.
    await tx.query({
      text: 'update authors set polls_count = greatest(polls_count - 1, 0) where user_id = $1',
      values: [authorId],
    });
    const last = rows[0]!;
    return {
      pollId,
      version: last.version,
      votesCount: last.votes_count,
      likesCount: last.likes_count,
      commentsCount: last.comments_count,
      votes: last.votes,
      cause: 'update',
      deleted: true,
    };
  }

  /** Removes the rows of a deleted poll in batches, each committed on its own. Safe to repeat. */
  async purgeRows(pollId: number): Promise<void> {
    // While the poll has a tally it is visible, and its rows stay.
    const where = 'poll_id = $1 and not exists (select from poll_counters c where c.poll_id = $1)';
    for (const table of ['votes', 'likes', 'saves', 'comments'])
      await deleteInBatches(this.database, { table, where, values: [pollId] });
  }

  /** Removes a hidden unlisted poll with all its rows, which are few because it exists for a second. */
  async purgeUnlisted(tx: Transaction, pollId: number): Promise<void> {
    await tx.query({ text: 'delete from votes where poll_id = $1', values: [pollId] });
    await this.purgePoll(tx, pollId);
  }

  /** Removes the row of a deleted poll. */
  async purgePoll(tx: Transaction, pollId: number): Promise<void> {
    await tx.query({ text: 'delete from polls where id = $1 and deleted_at is not null', values: [pollId] });
  }
}
