import { NOBODY_ASKS_FOLLOWERS, inAudienceSql } from '@inkling/platform';
import { apartSql, seesAllSql } from '../hidden/hidden.sql.js';

// Who can see a poll (docs/product.md#who-can-see-a-poll), as parts of other statements. Who can see it can vote.

/**
 * SQL condition, never null: the poll is for the viewer, who may be null for somebody without a session.
 * @param poll alias of `polls`, or of rows with its `visibility` and `author_id`
 */
export const isForSql = (viewer: string, poll: string): string =>
  `(${poll}.visibility <> 'followers' or coalesce(${poll}.author_id = ${viewer}, false)
    or ${inAudienceSql(viewer, `${poll}.author_id`)})`;

/** SQL condition: the poll is for the viewer, and no block separates the viewer from its author. */
export const seenSql = (viewer: string, poll: string): string =>
  `(${apartSql(viewer, `${poll}.author_id`)} is null and ${isForSql(viewer, poll)})`;

/** SQL condition: the viewer sees the poll of this id. */
export const pollReachableSql = (viewer: string, pollId: string): string =>
  `(select ${seenSql(viewer, 'a')} from polls a where a.id = ${pollId})`;

/**
 * SQL condition, true for a viewer who sees every poll that is not deleted. The viewer must be a parameter: then it is
 * looked up once per statement.
 */
export const reachesAllSql = (viewer: string): string => `(${seesAllSql(viewer)} and ${NOBODY_ASKS_FOLLOWERS})`;

/** SQL condition: lists may show the poll to everybody. */
export const isPublicSql = (poll: string): string => `${poll}.visibility = 'public'`;

/** SQL condition: lists may show the poll to the viewer. */
export const isListedForSql = (viewer: string, poll: string): string =>
  `(${isPublicSql(poll)} or (${poll}.visibility = 'followers' and ${isForSql(viewer, poll)}))`;
