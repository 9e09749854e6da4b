import { Injectable } from '@nestjs/common';
import { POLL_OPTIONS_MAX } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import type { TallyRow } from '../live/tally-row.js';

const positions = Array.from({ length: POLL_OPTIONS_MAX }, (_, index) => index);

/**
 * What the rows of the poll `c` say, as a lateral subquery `r`. Votes and the tally move in one commit, so one snapshot
 * shows both alike.
 */
const ROWS = `
  select (array[${positions.map((option) => `v.n${option}`).join(', ')}])[1:cardinality(c.votes)] as votes, v.votes_count,
    (select count(*)::int from likes l where l.poll_id = c.poll_id) as likes_count,
    (select count(*)::int from comments m where m.poll_id = c.poll_id) as comments_count
  from (
    select ${positions.map((option) => `count(*) filter (where t.option_index = ${option})::int as n${option}`).join(', ')}, count(*)::int as votes_count
    from votes t where t.poll_id = c.poll_id
  ) v`;
const DIFFERS =
  '(c.votes, c.votes_count, c.likes_count, c.comments_count) is distinct from (r.votes, r.votes_count, r.likes_count, r.comments_count)';

const NEXT_POLLS = `
  select poll_id, (votes_count + likes_count + comments_count)::float8 as weight from poll_counters where poll_id > $1 order by poll_id limit $2`;
const WRONG_POLLS = `select c.poll_id from poll_counters c cross join lateral (${ROWS} offset 0) r where c.poll_id = any($1::bigint[]) and ${DIFFERS}`;
const LOCK_POLL = 'select 1 from poll_counters where poll_id = $1 for update';
const CORRECT_POLL = `
  update poll_counters p set votes = r.votes, votes_count = r.votes_count, likes_count = r.likes_count, comments_count = r.comments_count, version = p.version + 1
  from poll_counters c cross join lateral (${ROWS} offset 0) r
  where p.poll_id = $1 and c.poll_id = p.poll_id and ${DIFFERS}
  returning p.*`;

const POLLS_OF = '(select count(*)::int from polls q where q.author_id = a.user_id and q.deleted_at is null)';
const NEXT_AUTHORS = `select a.user_id, a.polls_count <> ${POLLS_OF} as wrong from authors a where a.user_id > $1 order by a.user_id limit $2`;
const LOCK_AUTHOR = 'select 1 from authors where user_id = $1 for no key update';
const CORRECT_AUTHOR = `update authors a set polls_count = ${POLLS_OF} where a.user_id = $1 and a.polls_count <> ${POLLS_OF} returning 1`;

/** Counters beside the rows that they count. */
@Injectable()
export class RecountRepository {
  constructor(private readonly database: Database) {}

  /** Polls in the order of ids, with the number of rows that are to be counted for each. */
  async nextPolls(after: number, limit: number): Promise<{ pollId: number; weight: number }[]> {
    const rows = await this.database.query<{ poll_id: string; weight: number }>({
      text: NEXT_POLLS,
      values: [after, limit],
    });
    return rows.map((row) => ({ pollId: Number(row.poll_id), weight: row.weight }));
  }

  /** Those whose tally differs from their rows. Holds no lock. */
  async wrongPolls(pollIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ poll_id: string }>({
      text: WRONG_POLLS,
      values: [`{${pollIds.join(',')}}`],
    });
    return rows.map((row) => Number(row.poll_id));
  }

  /**
   * Counts a poll's rows while its tally is locked, so that votes, likes and comments wait and none is missed. The
   * count is a statement after the lock's own: it sees all that was committed before the lock was had.
   * @returns the corrected tally; undefined when it was right, or the poll is gone
   */
  async correctPoll(tx: Transaction, pollId: number): Promise<TallyRow | undefined> {
    await tx.query({ text: LOCK_POLL, values: [pollId] });
    const rows = await tx.query<TallyRow>({ text: CORRECT_POLL, values: [pollId] });
    return rows[0];
  }

  /** Authors in the order of ids, and whether their number of polls differs from their rows. Holds no lock. */
  async nextAuthors(after: number, limit: number): Promise<{ userId: number; wrong: boolean }[]> {
    const rows = await this.database.query<{ user_id: string; wrong: boolean }>({
      text: NEXT_AUTHORS,
      values: [after, limit],
    });
    return rows.map((row) => ({ userId: Number(row.user_id), wrong: row.wrong }));
  }

  /** Counts an author's polls while new ones wait. True when the number was wrong. */
  async correctAuthor(tx: Transaction, userId: number): Promise<boolean> {
    await tx.query({ text: LOCK_AUTHOR, values: [userId] });
    return (await tx.query({ text: CORRECT_AUTHOR, values: [userId] })).length > 0;
  }
}
