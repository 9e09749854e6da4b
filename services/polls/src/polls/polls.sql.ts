import { seenSql } from '../audience/poll-audience.sql.js';
import { PARTS_COLUMNS, type PartsRow } from '../poll-text/poll-parts.sql.js';
import { OWN_POLL_STATE_JOINS, POLL_STATE, POLL_STATE_JOINS } from '../poll-text/poll-state.sql.js';
import { PREVIEW_TEXT } from '../poll-text/poll-text.sql.js';

export interface PollRow extends PartsRow {
  readonly state: string;
}

/** The poll `$2` for the viewer `$1`, if the condition holds (PollRow). */
const one = (joins: string, condition: string): string => `
  select ${POLL_STATE} as state, ${PARTS_COLUMNS}
  from (select $2::bigint as id) k ${joins}
  where ${condition}`;

/** The poll `$2` as the viewer `$1` sees it. */
export const POLL = one(POLL_STATE_JOINS, `p.deleted_at is null and ${seenSql('$1', 'p')}`);
/** The poll `$2` of the author `$1`, if an act hides it from everyone else. */
export const OWN_HIDDEN_POLL = one(OWN_POLL_STATE_JOINS, `p.moderated = 'hidden' and p.author_id = $1`);

/** JSON text. */
export interface BodyRow {
  body: string;
}

/** What anyone may see of the poll `$1`, if the viewer `$2`, or a null, may see it. */
export const PREVIEW = `
  select ${PREVIEW_TEXT} as body
  from polls p join poll_counters c on c.poll_id = p.id left join authors w on w.user_id = p.author_id
  where p.id = $1 and p.deleted_at is null and ${seenSql('$2::bigint', 'p')}`;
