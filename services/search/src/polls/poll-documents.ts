import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { pollCreated, pollDeleted, votesCounted, type EventData } from '@inkling/contracts';

/**
 * Polls to be found. Events come in any order: whichever is first makes the row, and a deleted poll's row stays as a
 * tombstone, so that a late event does not bring the poll back.
 */
@Injectable()
export class PollDocuments {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into poll_documents as d (poll_id, author_id, question, options, created_at) values ($1, $2, $3, $4::text[], $5)
             on conflict (poll_id) do update set question = excluded.question, options = excluded.options, created_at = excluded.created_at
             where not d.deleted`,
      values: [poll.pollId, poll.authorId, poll.question, poll.options, poll.createdAt],
    });
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into poll_documents (poll_id, author_id, deleted) values ($1, $2, true)
             on conflict (poll_id) do update set question = null, options = '{}', votes_count = 0, deleted = true`,
      values: [poll.pollId, poll.authorId],
    });
  }

  @OnEvent(votesCounted)
  async onVotes({ polls }: EventData<typeof votesCounted>, tx: Transaction): Promise<void> {
    await tx.query({
      // Sorted by key, so that two batches never wait for each other's rows in a circle.
      text: `insert into poll_documents as d (poll_id, author_id, votes_count, tally_version)
             select distinct on (poll_id) poll_id, author_id, votes_count, version
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as t (poll_id, author_id, votes_count, version)
             order by poll_id, version desc
             on conflict (poll_id) do update set votes_count = excluded.votes_count, tally_version = excluded.tally_version
             where d.tally_version < excluded.tally_version and not d.deleted`,
      values: [polls.map((p) => p.pollId), polls.map((p) => p.authorId), polls.map((p) => p.votesCount), polls.map((p) => p.version)],
    });
  }
}
