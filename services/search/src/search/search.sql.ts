import type { Author } from '@inkling/contracts';
import { notFoundBy } from '../blocks/hidden.sql.js';
import { candidatesSql } from './candidates.sql.js';

/** Length of the two lists of results. */
export const USERS_MAX = 10;
export const POLLS_MAX = 20;

export interface PollRow {
  readonly id: number;
  readonly question: string;
  readonly votesCount: number;
}
export type UserRow = Author;

/**
 * Cases that rate how well a text matches the query: it equals the phrase, begins with it, contains it, or contains all
 * words; then the same with a last word that is still being typed. `padded` is the text between spaces.
 */
const qualityOf = (text: string): string => `
      when ${text} = $6 then 9
      when starts_with(${text}, $6 || ' ') then 8
      when padded like '% ' || $6 || ' %' then 7
      when padded like all ($7::text[]) then 6
      when starts_with(${text}, $6) then 5
      when padded like '% ' || $6 || '%' then 4
      when padded like all ($8::text[]) then 3`;

const POLL_CANDIDATES = candidatesSql({
  table: 'poll_documents',
  id: 'poll_id',
  owner: 'author_id',
  columns: ['question', 'question_text', 'votes_count', 'created_at', "' ' || question_text || ' ' as padded"],
  limit: 96,
  enough: 32,
  newestFirst: true,
});

/**
 * Finds polls. Raw SQL because it runs while people type and must not slow down as the index grows. Words that are only
 * in options and topics rank last; among equals, e times the votes outweigh 30 days.
 *
 * `$1` to `$5`: Templates; `$6` to `$8`: Patterns; `$9`: the viewer, because authors may be hidden.
 */
export const SEARCH_POLLS = `
  with hidden as materialized (${notFoundBy('$9')}), ${POLL_CANDIDATES}
  select poll_id::int8 as id, question, votes_count as "votesCount" from candidates
  order by
    case ${qualityOf('question_text')}
      when matches_whole then 2
      else 1
    end desc,
    ln(1 + votes_count) + extract(epoch from created_at)::float8 / (30 * 86400) desc,
    poll_id desc
  limit ${POLLS_MAX}`;

/** The expression that the index on names has, so that it is read in order. */
const NAME_KEY = '(name_text collate "C")';
/**
 * The first values of `column` that begin with `start`, in the order of the index. @param from `>=` includes `start`
 * itself
 */
const beginsWith = (column: string, from: '>' | '>=', start: string): string =>
  `${column} ${from} ${start}::text and ${column} < ${start}::text || U&'\\+10FFFF'
   order by ${column} limit ${USERS_MAX}`;

const USER_CANDIDATES = candidatesSql({
  table: 'user_documents',
  id: 'user_id',
  owner: 'user_id',
  columns: ['name', 'username', 'profile_picture', 'username_key', 'name_text', "' ' || name_text || ' ' as padded"],
  limit: 64,
  enough: 16,
  // These usernames rank above all names, so a page of them is the answer. Names that begin with the query rank above
  // names in which only a word does, however old they are.
  first: {
    best: [`username_key = $9::text limit ${USERS_MAX}`, beginsWith('username_key', '>', '$9')],
    good: [beginsWith(NAME_KEY, '>=', '$6')],
    page: USERS_MAX,
  },
  newestFirst: false,
});

/**
 * Finds users. Raw SQL for the same reason. The exact username ranks first, then usernames that begin with the query,
 * then names.
 *
 * `$1` to `$5`: Templates; `$6` to `$8`: Patterns; `$9`, `$10`: the username's key and its exact spelling; `$11`:
 * Templates' `beginningsAreCostly`; `$12`: the viewer.
 */
export const SEARCH_USERS = `
  with hidden as materialized (${notFoundBy('$12')}), ${USER_CANDIDATES}
  select user_id::int8 as id, username, name, profile_picture as "profilePicture" from (
    select distinct on (user_id) *,
      case
        when lower(username) = $10::text then 12
        when username_key = $9 then 11
        when starts_with(username_key, $9) then 10
        ${qualityOf('name_text')}
        when matches_whole then 2
        else 1
      end as quality
    from candidates
  ) found
  order by
    quality desc,
    case when quality >= 10 then length(username_key) end,
    public.similarity(name_text, coalesce($6, '')) desc,
    user_id
  limit ${USERS_MAX}`;

/** The most common tokens of the table `$1`, from the planner's statistics, which Kysely does not know. */
export const COMMON_TOKENS = `
  select most_common_elems::text::text[] as tokens, most_common_elem_freqs as shares from pg_stats
  where schemaname = current_schema() and tablename = $1 and attname = 'tokens'`;

export interface CommonTokensRow {
  readonly tokens: string[] | null;
  readonly shares: number[] | null;
}
