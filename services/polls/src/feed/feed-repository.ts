import { Injectable } from '@nestjs/common';
import { PAGE_SIZE } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { OPEN_TO_ALL, POLL_FOR_VIEWER, POLL_FOR_VIEWER_JOINS, pollTextSql } from '../polls/poll-text.js';
import type { Position } from './cursor.js';

/** One more than is shown tells whether there are more. */
const READ = PAGE_SIZE + 1;
const MICROSECONDS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

interface Statements {
  /** From the start, or after a position. */
  readonly next: string;
  /** From the start, skipping `$4` polls. */
  readonly byNumber: string;
}

/**
 * A list: its keys first, by index alone, then the polls of those few keys, as one row whose `polls` is JSON text.
 * Every list takes the same parameters: `$1` the viewer, `$2` and `$3` where to go on.
 */
function list(keys: string): Statements {
  const statement = (limit: string): string => `
    with keys as materialized (
      select q.*, row_number() over () as position from (${keys} ${limit}) q
    )
    select
      (select string_agg(${POLL_FOR_VIEWER}, ',' order by k.position) from keys k ${POLL_FOR_VIEWER_JOINS} where k.position <= ${PAGE_SIZE}) as polls,
      last.id, last.at, exists (select from keys where position > ${PAGE_SIZE}) as more
    from (select true) one left join keys last on last.position = ${PAGE_SIZE}`;
  return { next: statement(`limit ${READ}`), byNumber: statement(`limit ${READ} offset $4`) };
}

// The scalar subquery skips deleted polls with one look-up each, whatever the statistics say. The condition on the time
// is the index's own.
const byTime = (table: 'votes' | 'saves'): Statements =>
  list(`
    select t.poll_id as id, to_char(t.created_at at time zone 'UTC', ${MICROSECONDS}) as at from ${table} t
    where t.user_id = $1 and (t.created_at, t.poll_id) < ($3::timestamptz, $2) and t.created_at > '-infinity'
      and (select true from poll_counters c where c.poll_id = t.poll_id)
    order by t.created_at desc, t.poll_id desc`);

const LISTS = {
  feed: list(
    `select p.id, null::text as at from polls p where p.deleted_at is null and not p.unlisted and p.id < $2 and p.id <> all($3::bigint[]) order by p.id desc`,
  ),
  byAuthor: list(`
    select p.id, null::text as at from polls p
    where p.author_id = $3 and p.deleted_at is null and (not p.unlisted or p.author_id = $1) and p.id < $2
    order by p.id desc`),
  voted: byTime('votes'),
  saved: byTime('saves'),
};

const NEWEST = `
  with k as materialized (select q.id from polls q where q.deleted_at is null and not q.unlisted order by q.id desc limit ${READ})
  select p.id, ${OPEN_TO_ALL} as open, ${pollTextSql('false')} as hidden, ${pollTextSql('true')} as visible
  from k join polls p on p.id = k.id join poll_counters c on c.poll_id = p.id left join authors w on w.user_id = p.author_id
  order by p.id desc`;

/** A poll of the first page, for any viewer. */
export interface NewestPoll {
  readonly pollId: number;
  /** Everyone may see its results. */
  readonly open: boolean;
  readonly hidden: string;
  readonly visible: string;
}

export interface ListRequest {
  readonly viewerId: number;
  /** The list goes on after it; without it, it starts at the newest. */
  readonly after: Position | undefined;
  /** Polls to skip; only without `after`. */
  readonly skip: number;
  /** Polls to leave out; only of the feed. */
  readonly without?: readonly number[] | undefined;
}

/** A page of a list. */
export interface ListPage {
  /** The polls as JSON texts with commas between them. */
  readonly polls: string;
  /** The last poll shown, when there are more after it. */
  readonly last: Position | undefined;
}

const LAST_ID = '9223372036854775807';

/** All lists of polls: keyset pages of PAGE_SIZE, newest first. */
@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  /** All polls. */
  feed(request: ListRequest): Promise<ListPage> {
    return this.#page('feed', request, `{${(request.without ?? []).join(',')}}`);
  }

  /** One author's polls. */
  byAuthor(authorId: number, request: ListRequest): Promise<ListPage> {
    return this.#page('byAuthor', request, authorId);
  }

  /** What the viewer has voted on, the latest vote first. */
  voted(request: ListRequest): Promise<ListPage> {
    return this.#page('voted', request, request.after?.at ?? 'infinity');
  }

  /** What the viewer has saved, the latest first. */
  saved(request: ListRequest): Promise<ListPage> {
    return this.#page('saved', request, request.after?.at ?? 'infinity');
  }

  /** The newest polls without any viewer's fields, one more than a page shows. */
  async newest(): Promise<NewestPoll[]> {
    const rows = await this.database.query<{ id: string; open: boolean; hidden: string; visible: string }>({
      name: 'feed-newest',
      text: NEWEST,
    });
    return rows.map(({ id, ...poll }) => ({ pollId: Number(id), ...poll }));
  }

  async #page(name: keyof typeof LISTS, request: ListRequest, third: unknown): Promise<ListPage> {
    const byNumber = request.skip > 0;
    const rows = await this.database.query<{
      polls: string | null;
      id: string | null;
      at: string | null;
      more: boolean;
    }>({
      name: `list-${name}-${byNumber ? 'page' : 'next'}`,
      text: LISTS[name][byNumber ? 'byNumber' : 'next'],
      values: [request.viewerId, request.after?.pollId ?? LAST_ID, third, ...(byNumber ? [request.skip] : [])],
    });
    const { polls, id, at, more } = rows[0]!;
    const { without } = request;
    return {
      polls: polls ?? '',
      last: more
        ? { pollId: Number(id), ...(at === null ? {} : { at }), ...(without && without.length > 0 ? { without } : {}) }
        : undefined,
    };
  }
}
