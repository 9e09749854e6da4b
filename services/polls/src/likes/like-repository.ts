import { Injectable } from '@nestjs/common';
import { pollLiked, pollUnliked } from '@inkling/contracts';
import { Database, Outbox, isRetryable } from '@inkling/platform';
import type { TallyRow } from '../live/tally-row.js';
import { openRow } from '../outbox-head.js';
import { instantSql } from '../polls/poll-text.js';

/**
 * Changes a like, the poll's count and the outbox in one statement. The tally is locked first, as votes do it, so that
 * the count moves exactly with the rows and a deleted poll takes no like. `$1` poll, `$2` user, `$3` event id, `$4`
 * subject, `$5` the event's envelope up to its data.
 */
const statement = (change: string, step: string): string => `
  with tally as materialized (
    select c.* from poll_counters c where c.poll_id = $1::bigint for update
  ), changed as (
    ${change} returning created_at
  ), raised as (
    update poll_counters c set likes_count = c.likes_count ${step}, version = c.version + 1 from changed where c.poll_id = $1::bigint
    returning c.*
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $3::uuid, $4::text, $5::text || json_build_object('pollId', p.id, 'authorId', p.author_id, 'userId', $2::bigint, 'likesCount', r.likes_count) || '}'
    from raised r join polls p on p.id = r.poll_id
  )
  select now.*, ${instantSql('changed.created_at')} as changed_at
  from (select * from raised union all select * from tally where not exists (select from raised)) now left join changed on true`;

const LIKE = statement(
  'insert into likes (poll_id, user_id) select t.poll_id, $2::bigint from tally t on conflict do nothing',
  '+ 1',
);
const UNLIKE = statement(
  'delete from likes l using tally t where l.poll_id = t.poll_id and l.user_id = $2::bigint',
  '- 1',
);

export interface LikeChange {
  readonly tally: TallyRow;
  /** When the like that changed was given; null when nothing changed. */
  readonly changedAt: Date | null;
}

/** Likes, each with its count and event in one commit. */
@Injectable()
export class LikeRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Undefined when there is no such poll. */
  like(pollId: number, userId: number): Promise<LikeChange | undefined> {
    return this.#change('poll-like', LIKE, pollLiked, pollId, userId);
  }

  /** Undefined when there is no such poll. */
  unlike(pollId: number, userId: number): Promise<LikeChange | undefined> {
    return this.#change('poll-unlike', UNLIKE, pollUnliked, pollId, userId);
  }

  async #change(
    name: string,
    text: string,
    contract: typeof pollLiked | typeof pollUnliked,
    pollId: number,
    userId: number,
  ): Promise<LikeChange | undefined> {
    const event = openRow(this.outbox, contract);
    const run = () =>
      this.database.query<TallyRow & { changed_at: string | null }>({
        name,
        text,
        values: [pollId, userId, event.eventId, event.subject, event.head],
      });
    const rows = await run().catch((error: unknown) => {
      if (!isRetryable(error)) throw error;
      return run();
    });
    const row = rows[0];
    if (!row) return undefined;
    if (row.changed_at !== null) this.outbox.wake();
    return { tally: row, changedAt: row.changed_at === null ? null : new Date(row.changed_at) };
  }
}
