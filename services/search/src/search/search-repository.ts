import { Injectable } from '@nestjs/common';
import type { SearchTerms } from '../text/search-terms.js';
import type { Patterns } from './patterns.js';
import { SearchPool } from './search-pool.js';
import { SEARCH_POLLS, SEARCH_USERS, type PollRow, type UserRow } from './search.sql.js';
import type { Templates } from './tsquery.js';

/** A query, ready for SQL. */
export interface PreparedQuery {
  readonly templates: Templates;
  readonly patterns: Patterns;
}

@Injectable()
export class SearchRepository {
  constructor(private readonly pool: SearchPool) {}

  /** At most POLLS_MAX polls, best match first. */
  async polls(query: PreparedQuery): Promise<PollRow[]> {
    const rows = await this.pool.query<{ id: string; question: string; votesCount: string }>({
      name: 'search-polls',
      text: SEARCH_POLLS,
      values: parametersOf(query),
    });
    return rows.map(({ id, question, votesCount }) => ({ id: Number(id), question, votesCount: Number(votesCount) }));
  }

  /** At most USERS_MAX users, best match first. */
  async users(query: PreparedQuery, username: SearchTerms['username']): Promise<UserRow[]> {
    const rows = await this.pool.query<Omit<UserRow, 'id'> & { id: string }>({
      name: 'search-users',
      text: SEARCH_USERS,
      values: [
        ...parametersOf(query),
        username?.key ?? null,
        username?.exact ?? null,
        query.templates.beginningsAreCostly,
      ],
    });
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }
}

const parametersOf = ({ templates, patterns }: PreparedQuery): unknown[] => [
  templates.whole,
  templates.begins,
  templates.wholeFar,
  templates.beginsFar,
  templates.beginsAll,
  patterns.phrase,
  patterns.whole,
  patterns.begins,
];
