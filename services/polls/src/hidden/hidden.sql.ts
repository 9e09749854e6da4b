import { unsilencedForSql } from '@inkling/platform';

// Conditions on what a viewer sees (docs/product.md#blocks-and-mutes), as parts of other statements. They are scalar
// subqueries, which PostgreSQL runs as one look-up by key for each row, whatever the statistics say.

const standing = (viewer: string, user: string, flags: string): string =>
  `(select true from hidden_users h where h.viewer_id = ${viewer} and h.user_id = ${user} and (${flags}))`;

const APART = 'h.blocks or h.blocked_by';
const HIDDEN = `${APART} or h.mutes`;

/** SQL: true where a block separates the two, otherwise null. */
export const apartSql = (viewer: string, user: string): string => standing(viewer, user, APART);

/** SQL: true where the viewer does not see the user, by a block or a mute, otherwise null. */
export const hiddenSql = (viewer: string, user: string): string => standing(viewer, user, HIDDEN);

/**
 * SQL condition, true for a viewer from whom nothing is hidden. The viewer must be a parameter: then it is looked up
 * once per statement.
 */
export const seesAllSql = (viewer: string): string =>
  `(select true from viewer_filters f where f.viewer_id = ${viewer} and f.active) is null`;

/** SQL condition for lists: the viewer, a parameter, sees this user. */
export const seesSql = (viewer: string, user: string): string =>
  `(${seesAllSql(viewer)} or ${hiddenSql(viewer, user)} is null)`;

/** SQL condition for lists of everybody's polls: the viewer, a parameter, sees this user, and no silence hides them. */
export const listedSql = (viewer: string, user: string): string =>
  `(${seesSql(viewer, user)} and ${unsilencedForSql(viewer, user)})`;

/** SQL: the muted words of the viewer, null for most. */
export const mutedWordsSql = (viewer: string): string =>
  `(select nullif(f.muted_words, '{}') from viewer_filters f where f.viewer_id = ${viewer})`;

/** Most ids that a live comment names; a message to the gateways is limited in size. */
export const HIDDEN_FROM_MAX = 500;

/** SQL: users who must not see what the user writes, at most one more than HIDDEN_FROM_MAX. */
export const hiddenFromSql = (user: string): string =>
  `array(select h.viewer_id from hidden_users h where h.user_id = ${user} and (${HIDDEN}) limit ${HIDDEN_FROM_MAX + 1})`;
