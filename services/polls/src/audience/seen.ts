import type { Database } from '@inkling/platform';
import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../tables.js';
import { isForSql, isListedForSql, seenSql } from './poll-audience.sql.js';

/** Stands in a condition where a parameter belongs. */
const VIEWER = ':viewer:';

/** The condition with the viewer as a parameter, so that all viewers share one prepared statement. */
function withViewer(viewerId: number, condition: (viewer: string) => string): RawBuilder<boolean> {
  const parts = condition(VIEWER).split(VIEWER);
  return sql<boolean>`${sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${viewerId}::bigint`,
  )}`;
}

/** Condition of a query: the viewer sees the poll of this alias. */
export const seesPoll = (viewerId: number, poll: string): RawBuilder<boolean> =>
  withViewer(viewerId, (viewer) => seenSql(viewer, poll));

/** Condition of a query: lists may show the poll of this alias to the viewer. */
export const isListedFor = (viewerId: number, poll: string): RawBuilder<boolean> =>
  withViewer(viewerId, (viewer) => isListedForSql(viewer, poll));

/** Condition of a query: the poll is for the viewer of this column. */
export const isForColumn = (column: string, poll: string): RawBuilder<boolean> =>
  sql.raw<boolean>(isForSql(column, poll));

/** Starts a statement with the poll, if the viewer sees it, as `known`. */
export const withSeenPoll = ({ kysely }: Pick<Database<Tables>, 'kysely'>, pollId: number, viewerId: number) =>
  kysely.with('known', (cte) =>
    cte
      .selectFrom('polls')
      .select('id')
      .where('id', '=', pollId)
      .where('deleted_at', 'is', null)
      .where(seesPoll(viewerId, 'polls')),
  );
