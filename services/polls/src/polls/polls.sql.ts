import { apartSql } from '../hidden/hidden.sql.js';
import {
  POLL_FOR_VIEWER,
  POLL_FOR_VIEWER_JOINS,
  PREVIEW_TEXT,
  OWN_POLL,
  OWN_POLL_JOINS,
} from '../poll-text/poll-text.sql.js';

/** JSON text, as these statements return it. */
export interface BodyRow {
  body: string;
}

/** The poll `$2`, if the condition holds. SQL, because it builds the same text as the lists do (ADR 7). */
const one = (poll: string, joins: string, condition: string): string => `
  select ${poll} as body
  from (select $2::bigint as id) k ${joins}
  where ${condition}`;

/** The poll `$2` as the viewer `$1` sees it. */
export const POLL = one(
  POLL_FOR_VIEWER,
  POLL_FOR_VIEWER_JOINS,
  `p.deleted_at is null and ${apartSql('$1', 'p.author_id')} is null`,
);
/** The poll `$2` of the author `$1`, if an act hides it from everyone else. */
export const OWN_HIDDEN_POLL = one(OWN_POLL, OWN_POLL_JOINS, `p.moderated = 'hidden' and p.author_id = $1`);

/** What anyone may see of the poll `$1`, if the viewer `$2`, or a null, may see it. */
export const PREVIEW = `
  select ${PREVIEW_TEXT} as body
  from polls p join poll_counters c on c.poll_id = p.id left join authors w on w.user_id = p.author_id
  where p.id = $1 and p.deleted_at is null and ${apartSql('$2::bigint', 'p.author_id')} is null`;
