/** The counts of a poll that has left or come back, for its viewers. */
export interface CountersRow {
  votes: number[];
  votesCount: number;
  likesCount: number;
  commentsCount: number;
  version: number;
}

const COUNTERS = (row: string): string => `
  select ${row}.votes, ${row}.votes_count as "votesCount", ${row}.likes_count as "likesCount",
    ${row}.comments_count as "commentsCount", ${row}.version`;

/**
 * Takes the tally of the poll `$1` of the author `$2` away, which ends voting, liking and commenting, and keeps it for
 * the poll's return. The deletion of the tally waits for votes under way, which the statement then counts. SQL, because
 * rows move between tables within one statement.
 */
export const WITHHOLD_COUNTERS = `
  with gone as (
    delete from poll_counters where poll_id = $1::bigint returning *
  ), ends as (
    delete from due_ends d using gone where d.poll_id = gone.poll_id returning d.poll_id
  ), active as (
    delete from poll_activity a using gone where a.poll_id = gone.poll_id returning a.poll_id, a.score
  ), kept as (
    insert into moderated_counters
      (poll_id, votes, votes_count, likes_count, comments_count, version, end_due, activity)
    select g.poll_id, g.votes, g.votes_count, g.likes_count, g.comments_count, g.version + 1,
      exists (select from ends), (select score from active)
    from gone g
    returning *
  ), hidden as (
    update polls p set deleted_at = now(), trending = false from kept where p.id = kept.poll_id
  ), author as (
    update authors w set polls_count = greatest(w.polls_count - 1, 0) from kept where w.user_id = $2::bigint
  )
  ${COUNTERS('kept')} from kept`;

/**
 * Gives the poll `$1` of the author `$2` its tally back. Votes are as they were; likes and comments are counted again,
 * because people may have left meanwhile.
 */
export const RESTORE_COUNTERS = `
  with kept as (
    delete from moderated_counters where poll_id = $1::bigint returning *
  ), back as (
    insert into poll_counters (poll_id, votes, votes_count, likes_count, comments_count, version)
    select k.poll_id, k.votes, k.votes_count,
      (select count(*)::int from likes l where l.poll_id = k.poll_id),
      (select count(*)::int from comments m where m.poll_id = k.poll_id),
      k.version + 1
    from kept k
    returning *
  ), ends as (
    insert into due_ends (poll_id, end_date)
    select k.poll_id, p.end_date from kept k join polls p on p.id = k.poll_id where k.end_due and p.end_date is not null
  ), active as (
    insert into poll_activity (poll_id, score) select poll_id, activity from kept where activity is not null
  ), shown as (
    update polls p set deleted_at = null from back where p.id = back.poll_id
  ), author as (
    update authors w set polls_count = w.polls_count + 1 from back where w.user_id = $2::bigint
  )
  ${COUNTERS('back')} from back`;

/** Puts the withheld comment `$1` back. SQL, because Kysely cannot write the id of a row that usually gets one. */
export const RESTORE_COMMENT = `
  insert into comments (id, poll_id, user_id, content, created_at)
  overriding system value
  select comment_id, poll_id, user_id, content, created_at from moderated_comments
  where comment_id = $1::bigint and content is not null
  returning id`;
