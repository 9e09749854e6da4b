// SQL for the users who are hidden from a viewer. It belongs into statements whose speed is measured; for a viewer
// without blocks it looks up an index and finds nothing.

/** A query for the ids of users from whom a block separates the viewer. @param viewer SQL for the viewer's id */
export const apartFrom = (viewer: string): string => `
  select blocked_id as id from blocks where blocker_id = ${viewer}::bigint and active
  union all select blocker_id from blocks where blocked_id = ${viewer}::bigint and active`;

/** As `apartFrom`, and those whom the viewer has muted: lists that nobody asked for leave them out. */
export const outOfSightOf = (viewer: string): string => `${apartFrom(viewer)}
  union all select muted_id from mutes where muter_id = ${viewer}::bigint and active`;
