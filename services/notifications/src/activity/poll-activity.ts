import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { pollDeleted, pollLiked, votesCounted, type EventData } from '@inkling/contracts';

/**
 * What happened on each poll, from which notices are made. Votes are added up batch by batch, so each event must count
 * exactly once. A deleted poll's row stays as a tombstone: late events leave it alone.
 */
@Injectable()
export class PollActivity {
  @OnEvent(votesCounted)
  async onVotes({ polls }: EventData<typeof votesCounted>, tx: Transaction): Promise<void> {
    await tx.query({
      // Sorted by key, so that two batches never wait for each other's rows in a circle.
      text: `insert into poll_activity as a (poll_id, author_id, votes)
             select poll_id, min(author_id), sum(count) from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as t (poll_id, author_id, count)
             group by poll_id order by poll_id
             on conflict (poll_id) do update set votes = a.votes + excluded.votes where not a.deleted`,
      values: [polls.map((p) => p.pollId), polls.map((p) => p.authorId), polls.map((p) => p.count)],
    });
  }

  /** One row per actor and poll, however often the like is toggled (decisions, Notifications). */
  @OnEvent(pollLiked)
  async onLiked(like: EventData<typeof pollLiked>, tx: Transaction): Promise<void> {
    // The write locks the poll's row, so that a deletion comes either before, and is seen, or after, and cleans up.
    const open = await tx.query({
      text: `insert into poll_activity as a (poll_id, author_id) values ($1, $2)
             on conflict (poll_id) do update set author_id = excluded.author_id where not a.deleted returning 1`,
      values: [like.pollId, like.authorId],
    });
    if (open.length === 0) return;
    await tx.query({
      text: `insert into poll_likes_seen (poll_id, actor_id) values ($1, $2) on conflict do nothing`,
      values: [like.pollId, like.userId],
    });
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into poll_activity (poll_id, author_id, deleted) values ($1, $2, true)
             on conflict (poll_id) do update set votes = 0, deleted = true`,
      values: [poll.pollId, poll.authorId],
    });
    await tx.query({ text: `delete from poll_likes_seen where poll_id = $1`, values: [poll.pollId] });
  }
}
