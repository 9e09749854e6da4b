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

  /** At most POLLS_MAX polls that the viewer may see, best match first. */
  polls(query: PreparedQuery, viewerId: number): Promise<PollRow[]> {
    return this.pool.read<PollRow>({
      name: 'search-polls',
      text: SEARCH_POLLS,
      values: [...parametersOf(query), viewerId],
    });
  }

  /** At most USERS_MAX users whom the viewer may see, best match first. */
  users(query: PreparedQuery, username: SearchTerms['username'], viewerId: number): Promise<UserRow[]> {
    const { beginningsAreCostly } = query.templates;
    return this.pool.read<UserRow>({
      name: 'search-users',
      text: SEARCH_USERS,
      values: [...parametersOf(query), username?.key ?? null, username?.exact ?? null, beginningsAreCostly, viewerId],
    });
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
