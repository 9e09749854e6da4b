/** Puts the withheld comment `$1` back. SQL, because Kysely cannot write the id of a row that usually gets one. */
export const RESTORE_COMMENT = `
  insert into comments (id, poll_id, user_id, content, created_at)
  overriding system value
  select comment_id, poll_id, user_id, content, created_at from moderated_comments
  where comment_id = $1::bigint and content is not null
  returning id`;
