import { ABSTAINED, PAGE_SIZE, type PollTexts, type ViewerActions } from '@inkling/contracts';
import { followsNobodyRestrictedSql, unsilencedForSql, unsilencedSql } from '@inkling/platform';
import { isListedForSql, isPublicSql, pollReachableSql, reachesAllSql } from '../audience/poll-audience.sql.js';
import { apartSql, hiddenSql, listedSql, mutedWordsSql, seesAllSql } from '../hidden/hidden.sql.js';
import type { FeedKey } from './author-spread.js';
import { OWN_POLL_STATE_JOINS, POLL_STATE, POLL_STATE_JOINS } from '../poll-text/poll-state.sql.js';
import { OPEN_TO_ALL, STORED_VOTE, pollTextSql } from '../poll-text/poll-text.sql.js';

/** One more than a page shows, to know whether there are more. */
const LIMIT = PAGE_SIZE + 1;
const MICROSECONDS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

interface ListStatements {
  /** From the start, or after a position. */
  readonly next: string;
  /** From the start, skipping `$4` polls. */
  readonly byNumber: string;
}

/** A page of a list. */
export interface ListRow {
  /** As `readStates` takes them; null for an empty page. */
  states: string | null;
  /** The last poll shown, when the page is full. */
  id: number | null;
  at: string | null;
  more: boolean;
  /** A block separates the viewer from the list's author. */
  apart: boolean;
  /** The viewer's feed is that of everybody; null in other lists. */
  free: boolean | null;
  /** The viewer's muted words, in `ownFeed` alone; null for most. */
  words: string[] | null;
}

/**
 * A page of polls: first its keys, by index alone, then the states of those few polls as one text. Lists are the most
 * frequent reads; `KnownPolls` adds what seldom changes (ADR 7).
 *
 * All lists take the same parameters: `$1` the viewer, `$2` and `$3` the position to continue after. Polls of authors
 * whom the viewer does not see are left out (docs/product.md#blocks-and-mutes).
 * @param extra expressions for `apart`, `words` and `free`
 */
function list(
  keys: string,
  { apart = 'false', words = 'null::text[]', free = 'null::boolean' } = {},
  joins = POLL_STATE_JOINS,
): ListStatements {
  const statement = (limit: string): string => `
    with keys as materialized (
      select q.*, row_number() over () as position from (${keys} ${limit}) q
    )
    select page.states, last.id, last.at, exists (select from keys where position > ${PAGE_SIZE}) as more,
      ${apart} as apart, ${words} as words, ${free} as free
    from (
        select string_agg(${POLL_STATE}, ' ' order by k.position) as states
        from keys k ${joins} where k.position <= ${PAGE_SIZE}
      ) page left join keys last on last.position = ${PAGE_SIZE}`;
  return { next: statement(`limit ${LIMIT}`), byNumber: statement(`limit ${LIMIT} offset $4`) };
}

// The scalar subquery skips deleted polls with one look-up each, whatever the statistics say. The condition on the time
// is part of the index.
const byTime = (table: 'votes' | 'saves'): ListStatements =>
  list(`
    select t.poll_id as id, to_char(t.created_at at time zone 'UTC', ${MICROSECONDS}) as at
    from ${table} t
    where t.user_id = $1 and (t.created_at, t.poll_id) < ($3::timestamptz, $2) and t.created_at > '-infinity'
      ${table === 'votes' ? `and t.option_index is distinct from ${ABSTAINED}` : ''}
      and (select true from poll_counters c where c.poll_id = t.poll_id)
      and (${reachesAllSql('$1')} or ${pollReachableSql('$1', 't.poll_id')})
    order by t.created_at desc, t.poll_id desc`);

const FREE = `${seesAllSql('$1')} and ${followsNobodyRestrictedSql('$1')}`;
const feed = (condition: string, extra: Parameters<typeof list>[1]): ListStatements =>
  list(
    `
    select p.id, null::text as at from polls p
    where p.deleted_at is null and not p.unlisted and p.id < $2 and p.id <> all($3::bigint[]) and ${condition}
    order by p.id desc`,
    extra,
  );

export const LISTS = {
  /** All polls before `$2` but those in `$3`, as everybody gets them. It is the viewer's feed where `free`. */
  feed: feed(`${isPublicSql('p')} and ${unsilencedSql('p.author_id')}`, { free: FREE }),
  /** The same for a viewer whose feed may differ from everybody's. */
  ownFeed: feed(`${isListedForSql('$1', 'p')} and ${listedSql('$1', 'p.author_id')}`, {
    words: mutedWordsSql('$1'),
    free: FREE,
  }),
  /** The polls of the author `$3` before `$2`. */
  byAuthor: list(
    `
    select p.id, null::text as at from polls p
    where p.author_id = $3 and p.deleted_at is null and (not p.unlisted or p.author_id = $1) and p.id < $2
      and ${apartSql('$1', '$3')} is null and ${isListedForSql('$1', 'p')}
    order by p.id desc`,
    { apart: `${apartSql('$1', '$3')} is not null` },
  ),
  /** The viewer's own polls before `$2`, also hidden ones. Each part is in the order of its index. */
  own: list(
    `
    select q.id, null::text as at from (
      (select p.id from polls p where p.author_id = $3 and p.deleted_at is null and p.id < $2)
      union all
      (select p.id from polls p where p.author_id = $3 and p.moderated = 'hidden' and p.id < $2)
    ) q
    order by q.id desc`,
    {},
    OWN_POLL_STATE_JOINS,
  ),
  /** What the viewer has voted on before the instant `$3`, latest first. */
  voted: byTime('votes'),
  /** What the viewer has saved before the instant `$3`, latest first. */
  saved: byTime('saves'),
};

/** Polls for any viewer. @param keys a statement that gives their ids as `id` */
const texts = (keys: string): string => `
  with k as materialized (
    ${keys}
  )
  select p.id as "pollId", p.author_id as "authorId", p.method, ${OPEN_TO_ALL} as open,
    ${pollTextSql('false')} as hidden,
    ${pollTextSql('true')} as visible
  from k
    join polls p on p.id = k.id
    join poll_counters c on c.poll_id = p.id
    left join authors w on w.user_id = p.author_id
  order by p.id desc`;
const newest = (condition: string, limit: string | number): string =>
  texts(`select q.id from polls q where q.deleted_at is null and not q.unlisted ${condition}
    order by q.id desc limit ${limit}`);

/** The newest polls for any viewer; its text is kept for a moment and shared by all readers of the first page. */
export const NEWEST = newest(`and ${isPublicSql('q')} and ${unsilencedSql('q.author_id')}`, LIMIT);
/** At most `$3` polls before `$2`, newest first, whose authors the viewer `$1` sees. */
export const NEWEST_SEEN = newest(
  `and q.id < $2 and ${isListedForSql('$1::bigint', 'q')} and ${listedSql('$1::bigint', 'q.author_id')}`,
  '$3',
);

/**
 * What completes the first page for the viewer `$1`, from whom something may be hidden, in one round trip: which of the
 * authors `$2` are hidden, and the polls before `$4` that take the places of those among the newest, whose authors are
 * `$3`, with what the viewer has done with them. They are one more than the places, to know whether there are more, and
 * `$5` more for polls that are recommended already. One row without a poll if there is none.
 */
export const OWN_FIRST = `
  with hidden as materialized (
    select a.id from unnest($2::bigint[]) as a (id) where ${hiddenSql('$1::bigint', 'a.id')}
  ), next as materialized (
    ${newest(
      `and q.id < $4::bigint and ${hiddenSql('$1::bigint', 'q.author_id')} is null
        and ${isListedForSql('$1::bigint', 'q')} and ${unsilencedForSql('$1::bigint', 'q.author_id')}`,
      `(select case when count(*) = 0 then 0 else count(*) + 1 + $5::int end
        from unnest($3::bigint[]) as n (id) where n.id in (select id from hidden))`,
    )}
  )
  select array(select id from hidden) as "hiddenIds", ${mutedWordsSql('$1::bigint')} as words,
    n."pollId", n."authorId", n.method, n.open, n.hidden, n.visible,
    (select ${STORED_VOTE} from votes v where v.poll_id = n."pollId" and v.user_id = $1::bigint) as vote,
    exists (select from likes l where l.poll_id = n."pollId" and l.user_id = $1::bigint) as liked,
    exists (select from saves s where s.poll_id = n."pollId" and s.user_id = $1::bigint) as saved,
    exists (select from reminders m where m.poll_id = n."pollId" and m.user_id = $1::bigint) as reminded
  from (select) as one left join next n on true
  order by n."pollId" desc`;

export interface OwnFirstRow extends ViewerActions {
  hiddenIds: number[];
  /** The viewer's muted words; null for most. */
  words: string[] | null;
  pollId: number | null;
  authorId: number;
  method: PollTexts['method'];
  open: boolean;
  hidden: string;
  visible: string;
}

/** The polls `$1`. */
export const CHOSEN = texts('select unnest($1::bigint[]) as id');

// Below what StoredVote can be.
export const LIKED = -10;
export const SAVED = -11;
export const FILTERED = -12;
export const SEES_RESTRICTED = -13;
export const REMINDED = -14;

/** A poll of the first page, for any viewer. */
export interface NewestPoll extends PollTexts, FeedKey {}

/** The states of the polls `$2` for the viewer `$1`, the newest first. */
export const CHOSEN_FOR_VIEWER = `
  select string_agg(${POLL_STATE}, ' ' order by k.id desc) as states
  from unnest($2::bigint[]) as k (id) ${POLL_STATE_JOINS}
  where p.deleted_at is null`;

/**
 * What the viewers `$2` have done with the polls `$1`, which of the viewers have a filter, and who follows a
 * restricted author. One statement serves all readers of a moment. `$3` and `$4` are the least and the greatest of the
 * polls, by which PostgreSQL leaves out partitions of votes; it does not by a list.
 */
export const VIEWER_FIELDS = `
  select v.user_id as "viewerId", v.poll_id as "pollId", ${STORED_VOTE} as mark from votes v
    where poll_id = any($1::bigint[]) and user_id = any($2::bigint[]) and poll_id between $3::bigint and $4::bigint
  union all
  select user_id, poll_id, ${LIKED} from likes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union all
  select user_id, poll_id, ${SAVED} from saves where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union all
  select user_id, poll_id, ${REMINDED} from reminders where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union all
  select viewer_id, 0, ${FILTERED} from viewer_filters where viewer_id = any($2::bigint[]) and active
  union all
  select distinct follower_id, 0, ${SEES_RESTRICTED} from audience_follows
    where follower_id = any($2::bigint[]) and follows`;

export interface ViewerFieldsRow {
  viewerId: number;
  /** 0 with FILTERED and SEES_RESTRICTED. */
  pollId: number;
  /**
   * A stored vote (StoredVote), LIKED, SAVED or REMINDED. FILTERED: something may be hidden from the viewer.
   * SEES_RESTRICTED: the viewer follows a restricted author.
   */
  mark: number;
}
