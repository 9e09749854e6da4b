import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import {
  commentAdded,
  pollClassified,
  pollCreated,
  pollDeleted,
  votesCounted,
  type Envelope,
  type EventData,
} from '@inkling/contracts';
import { Folding } from '../text/folding.js';
import { ACTIVITY_WEIGHTS, TopicActivity } from '../topics/topic-activity.js';
import { TOMBSTONE, indexPolls, type PollContent } from './poll-index.js';

/**
 * Keeps the index of polls up to date. Events arrive in any order: the first one creates the row, and a deleted poll's
 * row stays as a tombstone, so that a late event does not bring the poll back.
 */
@Injectable()
export class PollDocuments {
  constructor(
    private readonly folding: Folding,
    private readonly activity: TopicActivity,
  ) {}

  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction): Promise<void> {
    const stored = await tx.query<PollContent>({
      text: `insert into poll_documents as d (poll_id, author_id, question, options, created_at)
             values ($1, $2, $3, $4::text[], $5)
             on conflict (poll_id) do update set author_id = excluded.author_id, question = excluded.question,
               options = excluded.options, created_at = excluded.created_at
             where not d.deleted
             returning poll_id, question, options, topics`,
      values: [poll.pollId, poll.authorId, poll.question, poll.options, poll.createdAt],
    });
    await indexPolls(tx, this.folding, stored);
    if (stored.length > 0) this.activity.add(poll.pollId, ACTIVITY_WEIGHTS.poll, new Date(poll.createdAt));
  }

  @OnEvent(pollClassified)
  async onClassified(poll: EventData<typeof pollClassified>, tx: Transaction, envelope: Envelope): Promise<void> {
    const stored = await tx.query<Omit<PollContent, 'question'> & { question: string | null; votes_count: string }>({
      text: `insert into poll_documents as d (poll_id, topics, topics_version) values ($1, $2::text[], $3)
             on conflict (poll_id) do update set topics = excluded.topics, topics_version = excluded.topics_version
             where d.topics_version < excluded.topics_version and not d.deleted
             returning poll_id, question, options, topics, votes_count`,
      values: [poll.pollId, poll.topics, poll.version],
    });
    await indexPolls(
      tx,
      this.folding,
      stored.filter((row): row is typeof row & PollContent => row.question !== null),
    );
    // Votes that arrived before the topics were known have not counted for any topic yet.
    for (const row of stored)
      this.activity.add(poll.pollId, ACTIVITY_WEIGHTS.poll + Number(row.votes_count), new Date(envelope.occurredAt));
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into poll_documents (poll_id, author_id, deleted) values ($1, $2, true)
             on conflict (poll_id) do update set ${TOMBSTONE}`,
      values: [poll.pollId, poll.authorId],
    });
  }

  @OnEvent(votesCounted)
  async onVotes({ polls }: EventData<typeof votesCounted>, tx: Transaction, envelope: Envelope): Promise<void> {
    await tx.query({
      // Sorted by key, so that concurrent batches do not deadlock.
      text: `insert into poll_documents as d (poll_id, author_id, votes_count, tally_version)
             select distinct on (poll_id) poll_id, author_id, votes_count, version
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
               as t (poll_id, author_id, votes_count, version)
             order by poll_id, version desc
             on conflict (poll_id) do update
             set votes_count = excluded.votes_count, tally_version = excluded.tally_version
             where d.tally_version < excluded.tally_version and not d.deleted`,
      values: [
        polls.map((p) => p.pollId),
        polls.map((p) => p.authorId),
        polls.map((p) => p.votesCount),
        polls.map((p) => p.version),
      ],
    });
    for (const { pollId, count } of polls)
      this.activity.add(pollId, count * ACTIVITY_WEIGHTS.vote, new Date(envelope.occurredAt));
  }

  @OnEvent(commentAdded)
  async onComment({ pollId }: EventData<typeof commentAdded>, _tx: Transaction, envelope: Envelope): Promise<void> {
    this.activity.add(pollId, ACTIVITY_WEIGHTS.comment, new Date(envelope.occurredAt));
  }
}
