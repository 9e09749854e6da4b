import { Injectable } from '@nestjs/common';
import type { Author } from '@inkling/contracts';
import type { SearchTerms } from '../text/search-terms.js';
import { candidatesSql } from './candidates.js';
import type { Patterns } from './patterns.js';
import { SearchPool } from './search-pool.js';
import type { Templates } from './tsquery.js';

/** Results of one search (decisions). */
export const USERS_MAX = 10;
export const POLLS_MAX = 20;

export interface PollRow {
  readonly id: number;
  readonly question: string;
  readonly votesCount: number;
}

/**
 * How well a text with the words of a query matches it: the phrase itself, its beginning, in it, all words; then the
 * same with a last word that is still being typed. `padded` is the text between spaces.
 */
const qualityOf = (text: string): string => `
      when ${text} = $6 then 9
      when starts_with(${text}, $6 || ' ') then 8
      when padded like '% ' || $6 || ' %' then 7
      when padded like all ($7::text[]) then 6
      when starts_with(${text}, $6) then 5
      when padded like '% ' || $6 || '%' then 4
      when padded like all ($8::text[]) then 3`;

// Candidates are few, so that ranking may look at each. Words in options and topics alone come last; among equals an
// e-fold of votes outweighs 30 days.
const POLLS = `
  with ${candidatesSql({ table: 'poll_documents', id: 'poll_id', columns: ['question', 'question_text', 'votes_count', 'created_at', "' ' || question_text || ' ' as padded"], limit: 96, enough: 32, newestFirst: true })}
  select poll_id::int8 as id, question, votes_count as "votesCount" from candidates
  order by
    case ${qualityOf('question_text')}
      when matches_whole then 2
      else 1
    end desc,
    ln(1 + votes_count) + extract(epoch from created_at)::float8 / (30 * 86400) desc,
    poll_id desc
  limit ${POLLS_MAX}`;

/** As it is indexed, in the order of its characters. */
const NAME_KEY = '(name_text collate "C")';
/**
 * A page of what begins with a parameter, in the index's order. @param after what a parameter is compared by: `>=`
 * takes in the very text
 */
const beginsWith = (column: string, after: '>' | '>=', start: string): string =>
  `${column} ${after} ${start}::text and ${column} < ${start}::text || U&'\\+10FFFF' order by ${column} limit ${USERS_MAX}`;

// By username first: the very one, then those that begin so, read in the index's order. Names come after them.
const USERS = `
  with ${candidatesSql({
    table: 'user_documents',
    id: 'user_id',
    columns: ['name', 'username', 'profile_picture', 'username_key', 'name_text', "' ' || name_text || ' ' as padded"],
    limit: 64,
    enough: 16,
    // No name comes before these usernames, so that a page of them is the answer. Of names with a beginning of a word,
    // none comes before those that begin as a whole, however old.
    first: {
      best: [`username_key = $9::text limit ${USERS_MAX}`, beginsWith('username_key', '>', '$9')],
      good: [beginsWith(NAME_KEY, '>=', '$6')],
      page: USERS_MAX,
    },
    newestFirst: false,
  })}
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
  order by quality desc, case when quality >= 10 then length(username_key) end, public.similarity(name_text, coalesce($6, '')) desc, user_id
  limit ${USERS_MAX}`;

/** What a search asks for. */
export interface Wanted {
  readonly by: Templates;
  readonly like: Patterns;
}

/** The statements that find users and polls. */
@Injectable()
export class SearchRepository {
  constructor(private readonly pool: SearchPool) {}

  /** At most POLLS_MAX, the best first. */
  async polls(wanted: Wanted): Promise<PollRow[]> {
    const rows = await this.pool.query<{ id: string; question: string; votesCount: string }>({
      name: 'search-polls',
      text: POLLS,
      values: parameters(wanted),
    });
    return rows.map(({ id, question, votesCount }) => ({ id: Number(id), question, votesCount: Number(votesCount) }));
  }

  /** At most USERS_MAX, the best first. */
  async users(wanted: Wanted, username: SearchTerms['username']): Promise<Author[]> {
    const rows = await this.pool.query<Omit<Author, 'id'> & { id: string }>({
      name: 'search-users',
      text: USERS,
      values: [...parameters(wanted), username?.key ?? null, username?.exact ?? null, wanted.by.isCostly],
    });
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }
}

const parameters = ({ by, like }: Wanted): unknown[] => [
  by.whole,
  by.begins,
  by.wholeFar,
  by.beginsFar,
  by.beginsAll,
  like.phrase,
  like.whole,
  like.begins,
];
