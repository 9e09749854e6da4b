import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { OPEN_TO_ALL, pollTextSql } from '../polls/poll-text.js';
import { IN_SEASON } from '../polls/time-relevance.js';
import type { Suggestible } from './recommender.js';

/** A poll that may be recommended, with its texts for any viewer (see NewestPoll). */
export interface Candidate extends Suggestible {
  readonly open: boolean;
  readonly hidden: string;
  readonly visible: string;
}

const POOL = 60;
/** Counts in its texts are as old as that. */
const KEEP_MS = 1_000;

// By index: the most active, and those that end soon. What has ended is no longer of use to anyone who would vote.
const CANDIDATES = `
  with active as materialized (select poll_id, score from poll_activity order by score desc limit ${POOL}),
    ending as materialized (select d.poll_id from due_ends d where d.end_date > now() and d.end_date <= now() + interval '24 hours' order by d.end_date limit ${POOL / 3}),
    k as (select poll_id as id, score from active union all select e.poll_id, '-infinity'::float8 from ending e where not exists (select from active a where a.poll_id = e.poll_id))
  select p.id, p.author_id, p.topics, p.mood, p.context, p.trending,
    coalesce(p.end_date <= now() + interval '24 hours', false) as ends_soon, ${IN_SEASON} as in_season,
    ${OPEN_TO_ALL} as open, ${pollTextSql('false')} as hidden, ${pollTextSql('true')} as visible
  from k join polls p on p.id = k.id and p.deleted_at is null and (p.end_date is null or p.end_date > now())
    join poll_counters c on c.poll_id = p.id left join authors w on w.user_id = p.author_id
  order by k.score desc, p.id desc`;

interface Row {
  id: string;
  author_id: string;
  topics: string[];
  mood: string | null;
  context: string | null;
  trending: boolean;
  ends_soon: boolean;
  in_season: boolean;
  open: boolean;
  hidden: string;
  visible: string;
}

/** Polls worth recommending, the same for every viewer: the most active of the last hours, and those about to end. */
@Injectable()
export class CandidatePool {
  #polls: Promise<readonly Candidate[]> | undefined;
  #staleAt = 0;

  constructor(private readonly database: Database) {}

  /** The most active first; callers at the same time share one read. */
  candidates(): Promise<readonly Candidate[]> {
    if (this.#polls && performance.now() < this.#staleAt) return this.#polls;
    const polls = this.#read();
    this.#polls = polls;
    this.#staleAt = performance.now() + KEEP_MS;
    polls.catch(() => this.forget());
    return polls;
  }

  /** A poll has gone. */
  forget(): void {
    this.#polls = undefined;
  }

  async #read(): Promise<readonly Candidate[]> {
    const rows = await this.database.query<Row>({ name: 'recommendation-candidates', text: CANDIDATES });
    return rows.map((row) => ({
      pollId: Number(row.id),
      authorId: Number(row.author_id),
      topics: row.topics,
      mood: row.mood,
      context: row.context,
      trending: row.trending,
      endsSoon: row.ends_soon,
      inSeason: row.in_season,
      open: row.open,
      hidden: row.hidden,
      visible: row.visible,
    }));
  }
}
