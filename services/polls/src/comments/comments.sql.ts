import { LIST_PAGE_SIZE, commentAdded, commentDeleted } from '@inkling/contracts';
import { takenColumns, takenWithin, type TakenWithinRow } from '@inkling/platform';
import type { TallyRow } from '../live/live-tallies.js';
import { isForSql, pollReachableSql, reachesAllSql } from '../audience/poll-audience.sql.js';
import { apartSql, hiddenFromSql, mutedWordsSql, seesSql } from '../hidden/hidden.sql.js';
import { instantSql } from '../poll-text/poll-text.sql.js';

const COMMENT = `k.id as comment_id, k.user_id, k.content, ${instantSql('k.created_at')} as created_at,
    w.username, w.name, w.profile_picture`;

export interface CommentRow {
  poll_id: number;
  comment_id: number;
  user_id: number;
  content: string;
  /** ISO 8601. */
  created_at: string;
  username: string | null;
  name: string | null;
  profile_picture: string | null;
}

const PAGE_END = `order by id desc limit ${LIST_PAGE_SIZE + 1}`;

/** @param counters the polls whose comments are read */
const commentPage = (counters: string): string => `
  select c.poll_id, ${COMMENT}, k.act_id, ${mutedWordsSql('$3::bigint')} as words
  from ${counters} c
    left join lateral (
      (
        select m.id, m.user_id, m.content, m.created_at, null::bigint as act_id from comments m
        where m.poll_id = c.poll_id and m.id < $2 and ${seesSql('$3::bigint', 'm.user_id')} ${PAGE_END}
      )
      union all
      (
        select h.comment_id as id, h.user_id, h.content, h.created_at, h.act_id from moderated_comments h
        where h.poll_id = c.poll_id and h.user_id = $3::bigint and h.comment_id < $2 and h.state = 'hidden' ${PAGE_END}
      )
      ${PAGE_END}
    ) k on true
    left join authors w on w.user_id = k.user_id
  where c.poll_id = $1 and (${reachesAllSql('$3::bigint')} or ${pollReachableSql('$3::bigint', 'c.poll_id')})
  order by k.id desc`;

/**
 * Comments of the poll `$1` before the comment `$2` whose authors the viewer `$3`, or a null, sees, with the viewer's
 * own that acts hide; newest first, one more than a page shows. A poll without comments gives one row without a
 * comment, a poll that is unknown to the viewer no row.
 */
export const COMMENT_PAGE = commentPage('poll_counters');
/** The same for the author of a poll that an act hides. */
export const OWN_HIDDEN_COMMENT_PAGE = commentPage(`(
    select h.poll_id from moderated_counters h join polls p on p.id = h.poll_id
    where p.author_id = $3::bigint and p.moderated = 'hidden'
  )`);

export interface CommentPageRow extends CommentRow {
  /** The act that hides it from everyone but its author. */
  act_id: number | null;
  /** The viewer's muted words; null for most. */
  words: string[] | null;
}

const LIMIT = { user: '$2::bigint', possible: 'open', first: 6 };

/**
 * Stores a comment, raises the poll's count and writes the event in one round trip. The tally is locked first, as for
 * votes: a deleted poll takes no comment, and a poll's comments become visible in the order of their ids. The person's
 * limit is counted in the same statement.
 *
 * `$1` poll, `$2` user, `$3` content, `$4` event id, `$5` the event's envelope up to its data, `$6` to `$8` the limit.
 * No row for a poll that is unknown to the user.
 */
export const ADD_COMMENT = `
  with tally as materialized (
    select c.poll_id, (select p.comments_off from polls p where p.id = c.poll_id) as off
    from poll_counters c
    where c.poll_id = $1::bigint and ${pollReachableSql('$2::bigint', 'c.poll_id')}
    for update
  ), open as (
    select poll_id from tally where not off
  ), ${takenWithin(LIMIT)}, k as (
    insert into comments (poll_id, user_id, content) select t.poll_id, $2::bigint, $3::text from open t, taken
    returning *
  ), raised as (
    update poll_counters c set comments_count = c.comments_count + 1, version = c.version + 1
    from k where c.poll_id = k.poll_id
    returning c.*
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $4::uuid, '${commentAdded.type}', $5::text || json_build_object(
      'commentId', k.id, 'pollId', p.id, 'authorId', p.author_id, 'userId', k.user_id, 'content', k.content,
      'createdAt', ${instantSql('k.created_at')}, 'commentsCount', r.comments_count) || '}'
    from raised r join polls p on p.id = r.poll_id cross join k
  )
  select r.*, ${COMMENT}, t.off, ${hiddenFromSql('$2::bigint')} as hidden_from, ${takenColumns(LIMIT)}
  from tally t left join raised r on true left join k on true left join authors w on w.user_id = k.user_id`;

/** For a refused comment, the columns of the comment are null. */
export interface AddedCommentRow extends CommentRow, TallyRow, TakenWithinRow {
  /** Refused: comments are switched off. */
  off: boolean;
  /** Users who must not see what this author writes. */
  hidden_from: number[];
}

/**
 * Deletes the comment `$1` likewise, for the user `$2`, who wrote the comment or its poll; `$3` event id, `$4` the
 * event's envelope up to its data. One row when the comment exists on a visible poll, and no block separates the user
 * from either author. One's own comment can be deleted from a poll that one does not see any more. A block between a
 * poll's author and a comment's author does not keep the former from deleting.
 */
export const DELETE_COMMENT = `
  with target as materialized (
    select m.id, m.poll_id, m.user_id, p.author_id
    from comments m join polls p on p.id = m.poll_id
    where m.id = $1::bigint and p.deleted_at is null
      and (p.author_id = $2::bigint or ${apartSql('$2::bigint', 'm.user_id')} is null)
      and ${apartSql('$2::bigint', 'p.author_id')} is null
      and ($2::bigint in (m.user_id, p.author_id) or ${isForSql('$2::bigint', 'p')})
  ), tally as materialized (
    select c.poll_id from poll_counters c join target t on t.poll_id = c.poll_id
    where $2::bigint in (t.user_id, t.author_id)
    for update of c
  ), gone as (
    delete from comments m using tally t where m.id = $1::bigint and m.poll_id = t.poll_id
    returning m.id, m.poll_id, m.created_at
  ), raised as (
    update poll_counters c set comments_count = greatest(c.comments_count - 1, 0), version = c.version + 1
    from gone where c.poll_id = gone.poll_id
    returning c.*
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $3::uuid, '${commentDeleted.type}', $4::text || json_build_object(
      'commentId', t.id, 'pollId', t.poll_id, 'authorId', t.author_id, 'userId', t.user_id,
      'commentsCount', r.comments_count) || '}'
    from raised r join target t on t.poll_id = r.poll_id
  )
  select $2::bigint in (t.user_id, t.author_id) as own, ${instantSql('gone.created_at')} as created_at, r.*
  from target t left join gone on true left join raised r on true`;

/** The tally is null when nothing was deleted. */
export interface DeletedCommentRow extends TallyRow {
  /** The comment, or its poll, belongs to this user. */
  own: boolean;
  /** ISO 8601; null when nothing was deleted. */
  created_at: string | null;
}
