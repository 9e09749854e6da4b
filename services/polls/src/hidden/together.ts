import { sql, type RawBuilder } from 'kysely';

/** Condition of a query: no block separates the viewer from the user of this column, or with this id. */
export const together = (viewerId: number, user: string | number): RawBuilder<boolean> =>
  sql<boolean>`(select true from hidden_users h where h.viewer_id = ${viewerId}::bigint
    and h.user_id = ${typeof user === 'number' ? sql`${user}::bigint` : sql.ref(user)}
    and (h.blocks or h.blocked_by)) is null`;

/** Condition of a query: the viewer of this column sees the author of the poll. */
export const seesAuthor = (column: string, pollId: number): RawBuilder<boolean> =>
  sql<boolean>`(select true from hidden_users h where h.viewer_id = ${sql.ref(column)}
    and h.user_id = (select a.author_id from polls a where a.id = ${pollId}::bigint)
    and (h.blocks or h.blocked_by or h.mutes)) is null`;
