import { Injectable } from '@nestjs/common';
import { Database, halfLives } from '@inkling/platform';
import { instantSql } from '../polls/poll-text.js';

/** Polls in the panel (spec 2). */
const SHOWN = 5;
/** Read a few more, since one may have been deleted a moment ago. */
const READ = 4 * SHOWN;
const WRITE_BATCH = 2_000;
/** Below this many acts of today's weight a score is nothing; also keeps the logarithm's argument positive. */
const NOTHING = 1e-6;

const ADD = `
  with activity as materialized (
    select a.poll_id, a.weight from unnest($1::bigint[], $2::float8[]) as a(poll_id, weight)
    where exists (select from poll_counters c join polls p on p.id = c.poll_id where c.poll_id = a.poll_id and not p.unlisted)
    order by a.poll_id
  )
  insert into poll_activity as t (poll_id, score)
  select poll_id, $3::float8 + ln(greatest(weight, ${NOTHING})) / ln(2::float8) from activity order by poll_id
  on conflict (poll_id) do update
  set score = $3::float8 + ln(greatest(
      power(2::float8, greatest(least(t.score - $3::float8, 500), -500)) + (select a.weight from activity a where a.poll_id = excluded.poll_id), ${NOTHING})) / ln(2::float8)`;

const TOP = `
  with top as materialized (select poll_id, score from poll_activity order by score desc limit ${READ})
  select p.id, p.question, ${instantSql('p.created_at')} as created_at, c.votes_count, coalesce(w.name, '') as name, w.username, w.profile_picture
  from top join polls p on p.id = top.poll_id and p.deleted_at is null
    join poll_counters c on c.poll_id = p.id left join authors w on w.user_id = p.author_id
  order by top.score desc, p.id desc limit ${SHOWN}`;

/** Polls that are marked as trending, and the acts of the present that this takes: in a quiet hour nothing trends. */
const MARKED = 10;
const MARKED_FROM = 5;

// A poll that someone holds keeps its mark until the next time; so no two replicas wait for each other.
const MARK = `
  with top as materialized (
    select poll_id from poll_activity where score >= $1::float8 order by score desc limit ${MARKED}
  ), turned as materialized (
    select p.id, not p.trending as trending from polls p
    where p.id in (select poll_id from top union select q.id from polls q where q.trending)
      and p.deleted_at is null and p.trending <> exists (select from top t where t.poll_id = p.id)
    for no key update skip locked
  )
  update polls p set trending = turned.trending from turned where p.id = turned.id`;

export interface TrendingRow {
  id: string;
  question: string;
  /** ISO 8601. */
  created_at: string;
  votes_count: number;
  name: string;
  username: string | null;
  profile_picture: string | null;
}

/** Scores of recent activity, by index. */
@Injectable()
export class TrendingRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds activity that counted `weight` acts at the instant `at`. Rows are taken in key order, so that replicas do not
   * deadlock.
   */
  async add(weights: ReadonlyMap<number, number>, at: Date): Promise<void> {
    const sorted = [...weights].toSorted(([a], [b]) => a - b);
    for (let start = 0; start < sorted.length; start += WRITE_BATCH) {
      const batch = sorted.slice(start, start + WRITE_BATCH);
      const values = [
        `{${batch.map(([id]) => id).join(',')}}`,
        `{${batch.map(([, weight]) => weight).join(',')}}`,
        halfLives(at),
      ];
      await this.database.query({ name: 'trending-add', text: ADD, values });
    }
  }

  /** Sets and clears the polls' marks, on the few whose mark has to change. @param at the present */
  async mark(at: Date): Promise<void> {
    await this.database.query({ name: 'trending-mark', text: MARK, values: [halfLives(at) + Math.log2(MARKED_FROM)] });
  }

  /** The polls with the highest scores, the highest first. */
  top(): Promise<TrendingRow[]> {
    return this.database.query<TrendingRow>({ name: 'trending-top', text: TOP });
  }
}
