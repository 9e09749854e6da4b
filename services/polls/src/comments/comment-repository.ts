import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, commentAdded, commentDeleted, type Comment } from '@inkling/contracts';
import { Database, Outbox, isRetryable } from '@inkling/platform';
import type { TallyRow } from '../live/tally-row.js';
import { openRow } from '../outbox-head.js';
import { instantSql } from '../polls/poll-text.js';

const COMMENT = `k.id as comment_id, k.user_id, k.content, ${instantSql('k.created_at')} as created_at, w.username, w.name, w.profile_picture`;

/**
 * One more than is shown tells whether there are more. A poll without comments gives one row without a comment, an
 * unknown one no row.
 */
const PAGE = `
  select c.poll_id, ${COMMENT}
  from poll_counters c
    left join lateral (select * from comments m where m.poll_id = c.poll_id and m.id < $2 order by m.id desc limit ${LIST_PAGE_SIZE + 1}) k on true
    left join authors w on w.user_id = k.user_id
  where c.poll_id = $1
  order by k.id desc`;

/**
 * Stores a comment, raises the poll's count and writes the event in one statement. The tally is locked first, as votes
 * do it: a deleted poll takes no comment, and a poll's comments become visible in the order of their ids. `$1` poll,
 * `$2` user, `$3` content, `$4` event id, `$5` the event's envelope up to its data.
 */
const ADD = `
  with tally as materialized (
    select c.poll_id from poll_counters c where c.poll_id = $1::bigint for update
  ), k as (
    insert into comments (poll_id, user_id, content) select t.poll_id, $2::bigint, $3::text from tally t returning *
  ), raised as (
    update poll_counters c set comments_count = c.comments_count + 1, version = c.version + 1 from k where c.poll_id = k.poll_id
    returning c.*
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $4::uuid, '${commentAdded.type}', $5::text || json_build_object('commentId', k.id, 'pollId', p.id, 'authorId', p.author_id, 'userId', k.user_id,
      'content', k.content, 'createdAt', ${instantSql('k.created_at')}, 'commentsCount', r.comments_count) || '}'
    from raised r join polls p on p.id = r.poll_id cross join k
  )
  select r.*, ${COMMENT} from raised r cross join k left join authors w on w.user_id = k.user_id`;

/**
 * Deletes one's own comment likewise. One row when there is such a comment on a poll that is shown: `own` says whether
 * it is this user's, and the tally is null when nothing was deleted. `$1` comment, `$2` user, `$3` event id, `$4` the
 * event's envelope up to its data.
 */
const DELETE = `
  with target as materialized (
    select m.id, m.poll_id, m.user_id, p.author_id from comments m join polls p on p.id = m.poll_id where m.id = $1::bigint and p.deleted_at is null
  ), tally as materialized (
    select c.poll_id from poll_counters c join target t on t.poll_id = c.poll_id where t.user_id = $2::bigint for update of c
  ), gone as (
    delete from comments m using tally t where m.id = $1::bigint and m.poll_id = t.poll_id and m.user_id = $2::bigint
    returning m.id, m.poll_id, m.created_at
  ), raised as (
    update poll_counters c set comments_count = greatest(c.comments_count - 1, 0), version = c.version + 1 from gone where c.poll_id = gone.poll_id
    returning c.*
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $3::uuid, '${commentDeleted.type}', $4::text || json_build_object('commentId', t.id, 'pollId', t.poll_id, 'authorId', t.author_id, 'userId', t.user_id,
      'commentsCount', r.comments_count) || '}'
    from raised r join target t on t.poll_id = r.poll_id
  )
  select t.user_id = $2::bigint as own, ${instantSql('gone.created_at')} as created_at, r.*
  from target t left join gone on true left join raised r on true`;

interface CommentRow {
  poll_id: string;
  comment_id: string;
  user_id: string;
  content: string;
  created_at: string;
  username: string | null;
  name: string | null;
  profile_picture: string | null;
}

const toComment = (row: CommentRow): Comment => ({
  id: Number(row.comment_id),
  pollId: Number(row.poll_id),
  userId: Number(row.user_id),
  content: row.content,
  createdAt: row.created_at,
  user:
    row.name === null
      ? null
      : { id: Number(row.user_id), username: row.username, name: row.name, profilePicture: row.profile_picture },
});

/** What a deletion found. */
export type Deletion =
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'not-own' }
  | { readonly outcome: 'deleted'; readonly tally: TallyRow; readonly createdAt: Date };

/** Comments, each with its poll's count and its event in one commit. */
@Injectable()
export class CommentRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * A poll's comments, the newest first: at most one more than LIST_PAGE_SIZE. Undefined when there is no such poll.
   * @param before only comments with a lower id
   */
  async page(pollId: number, before: number | undefined): Promise<Comment[] | undefined> {
    const rows = await this.database.query<CommentRow | { comment_id: null }>({
      name: 'comments-page',
      text: PAGE,
      values: [pollId, before ?? Number.MAX_SAFE_INTEGER],
    });
    if (rows.length === 0) return undefined;
    return rows.flatMap((row) => (row.comment_id === null ? [] : [toComment(row)]));
  }

  /** Undefined when there is no such poll. */
  async add(
    pollId: number,
    userId: number,
    content: string,
  ): Promise<{ comment: Comment; tally: TallyRow } | undefined> {
    const event = openRow(this.outbox, commentAdded);
    const rows = await this.#retried<CommentRow & TallyRow>({
      name: 'comment-add',
      text: ADD,
      values: [pollId, userId, content, event.eventId, event.head],
    });
    const row = rows[0];
    if (!row) return undefined;
    this.outbox.wake();
    return { comment: toComment(row), tally: row };
  }

  async delete(commentId: number, userId: number): Promise<Deletion> {
    const event = openRow(this.outbox, commentDeleted);
    const rows = await this.#retried<{ own: boolean; created_at: string | null } & TallyRow>({
      name: 'comment-delete',
      text: DELETE,
      values: [commentId, userId, event.eventId, event.head],
    });
    const row = rows[0];
    if (!row) return { outcome: 'not-found' };
    if (!row.own) return { outcome: 'not-own' };
    if (row.created_at === null) return { outcome: 'not-found' };
    this.outbox.wake();
    return { outcome: 'deleted', tally: row, createdAt: new Date(row.created_at) };
  }

  /** Nothing is committed by a statement that lost against another, so it may run again. */
  async #retried<R extends object>(sql: { name: string; text: string; values: unknown[] }): Promise<R[]> {
    try {
      return await this.database.query<R>(sql);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.database.query<R>(sql);
    }
  }
}
