// Conditions on silenced people (docs/product.md#silenced-people), as parts of other statements. They are scalar
// subqueries because PostgreSQL always runs these as one look-up by key per row; a join depends on statistics.

/** A service that knows all follows has a table of silenced people without their followers. */
type Table = 'restricted_authors' | 'silenced_people';
const TABLE: Table = 'restricted_authors';

function nobodySilenced(table: Table): string {
  return `(select true from ${table} z where z.silenced limit 1) is null`;
}

/** SQL: true where a silence hides the user from everybody who does not follow them, otherwise null. */
const silenced = (user: string, condition = '', table: Table = TABLE): string =>
  `(select true from ${table} z where z.user_id = ${user} and z.silenced${condition})`;

/** SQL condition: nobody is silenced. It is looked up once per statement, so that most instances pay no more. */
export const NOBODY_SILENCED = nobodySilenced(TABLE);

const seenBy = (viewer: string): string =>
  `(select true from audience_follows y where y.author_id = z.user_id and y.follower_id = ${viewer} and y.follows)`;

/** SQL condition for what everybody gets alike: no silence hides this user. */
export const unsilencedSql = (user: string, table: Table = TABLE): string =>
  `(${nobodySilenced(table)} or ${silenced(user, '', table)} is null)`;

/** SQL condition: no silence hides this user from the viewer, who may be null for somebody without a session. */
export const unsilencedForSql = (viewer: string, user: string): string =>
  `(${NOBODY_SILENCED} or ${silenced(user, ` and ${seenBy(viewer)} is null`)} is null)`;

/** SQL query for ids of silenced people: all, or without those that the viewer follows. */
export const silencedIdsSql = (viewer?: string): string =>
  `select z.user_id as id from restricted_authors z
    where z.silenced${viewer === undefined ? '' : ` and ${seenBy(viewer)} is null`}`;

/** SQL condition: nobody has asked their followers alone. It is looked up once per statement. */
export const NOBODY_ASKS_FOLLOWERS = `(select true from restricted_authors z where z.asks_followers limit 1) is null`;

/**
 * SQL condition, never null: the viewer is a follower of an author who asks followers. While rows of an earlier
 * restriction wait for their removal, nobody is: their follows may have ended without notice. While followers arrive,
 * only those are who have been copied.
 */
export const inAudienceSql = (viewer: string, author: string): string =>
  `((select (
      select true from audience_follows y
      where y.author_id = z.user_id and y.follower_id = ${viewer} and y.follows
        and (z.copy = 'complete' or y.follower_id <= z.arrived_to)
    ) from restricted_authors z
    where z.user_id = ${author} and z.asks_followers and z.copy <> 'stale') is not null)`;

/** SQL condition: the viewer follows no restricted author, as most do, and gets what everybody gets. */
export const followsNobodyRestrictedSql = (viewer: string): string =>
  `(select true from audience_follows y where y.follower_id = ${viewer} and y.follows limit 1) is null`;
