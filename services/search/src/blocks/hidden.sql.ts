import { silencedIdsSql } from '@inkling/platform';

// SQL for the users who are hidden from a viewer. It belongs into statements whose speed is measured; for a viewer
// without blocks it looks up an index and finds nothing.

/** A query for the ids of users from whom a block separates the viewer. @param viewer SQL for the viewer's id */
const apartFrom = (viewer: string): string => `
  select blocked_id as id from blocks where blocker_id = ${viewer}::bigint and active
  union all select blocker_id from blocks where blocked_id = ${viewer}::bigint and active`;
const mutedBy = (viewer: string): string => `select muted_id from mutes where muter_id = ${viewer}::bigint and active`;
const silencedFor = (viewer: string): string => silencedIdsSql(`${viewer}::bigint`);

/** Users that the viewer cannot find, because of a block or a silence. */
export const notFoundBy = (viewer: string): string => `${apartFrom(viewer)} union all ${silencedFor(viewer)}`;

/** As `notFoundBy`, and users that the viewer has muted. For lists that appear without a search. */
export const outOfSightOf = (viewer: string): string => `${notFoundBy(viewer)} union all ${mutedBy(viewer)}`;

/** A query with rows if lists show the viewer fewer people than everybody, or somebody silenced. */
export const standsApart = (viewer: string): string => `${apartFrom(viewer)}
  union all ${mutedBy(viewer)}
  union all select author_id from audience_follows where follower_id = ${viewer}::bigint and follows`;
