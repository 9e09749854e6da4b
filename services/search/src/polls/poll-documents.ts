import { Injectable } from '@nestjs/common';
import { OnEvent, OnEvents, purgedAmong, type Transaction } from '@inkling/platform';
import {
  DELETED_USER_ID,
  commentAdded,
  objectModerated,
  pollClassified,
  pollCreated,
  pollDeleted,
  votesCounted,
  type Envelope,
  type EventData,
} from '@inkling/contracts';
import type { Tables } from '../tables.js';
import { Folding } from '../text/folding.js';
import { ACTIVITY_WEIGHTS, TopicActivity } from '../topics/topic-activity.js';
import { STORE_TALLIES } from './poll-documents.sql.js';
import { CONTENT, TOMBSTONE, UNINDEXED, dropUnused, indexPolls, indexed, isKept } from './poll-index.js';

/**
 * Keeps the index of public polls up to date. Events arrive in any order: the first one creates the row, and a deleted
 * poll's row stays as a tombstone, so that a late event does not bring the poll back.
 */
@Injectable()
export class PollDocuments {
  constructor(
    private readonly folding: Folding,
    private readonly activity: TopicActivity,
  ) {}

  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction<Tables>): Promise<void> {
    // As if it had been deleted: whatever else arrives about it stays out of the index and of the topics.
    if (poll.visibility) return this.#remove(tx, poll);
    const createdAt = new Date(poll.createdAt);
    const author_id = (await purgedAmong(tx, [poll.authorId])).has(poll.authorId) ? DELETED_USER_ID : poll.authorId;
    const { question, options } = poll;
    const created = { author_id, question, options, created_at: createdAt };
    const stored = await tx.kysely
      .insertInto('poll_documents')
      .values({ poll_id: poll.pollId, ...created })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet(created).where(isKept))
      .returning(CONTENT)
      .execute();
    await indexPolls(tx, this.folding, stored);
    if (stored.length > 0) this.activity.add(poll.pollId, ACTIVITY_WEIGHTS.poll, createdAt);
  }

  @OnEvent(pollClassified)
  async onClassified(
    poll: EventData<typeof pollClassified>,
    tx: Transaction<Tables>,
    envelope: Envelope,
  ): Promise<void> {
    const classified = { topics: poll.topics, topics_version: poll.version };
    const stored = await tx.kysely
      .insertInto('poll_documents')
      .values({ poll_id: poll.pollId, ...classified })
      .onConflict((conflict) =>
        conflict
          .column('poll_id')
          .doUpdateSet(classified)
          .where('poll_documents.topics_version', '<', poll.version)
          .where(isKept),
      )
      .returning([...CONTENT, 'votes_count'])
      .execute();
    await indexPolls(tx, this.folding, stored);
    // Votes that arrived before the topics were known have not counted for any topic yet.
    for (const { votes_count } of stored)
      this.activity.add(poll.pollId, ACTIVITY_WEIGHTS.poll + votes_count, new Date(envelope.occurredAt));
  }

  @OnEvent(pollDeleted)
  onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction<Tables>): Promise<void> {
    return this.#remove(tx, poll);
  }

  async #remove(
    tx: Transaction<Tables>,
    poll: Pick<EventData<typeof pollDeleted>, 'pollId' | 'authorId'>,
  ): Promise<void> {
    const before = await indexed(tx, [poll.pollId]);
    await tx.kysely
      .insertInto('poll_documents')
      .values({ poll_id: poll.pollId, author_id: poll.authorId, deleted: true })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet(TOMBSTONE))
      .execute();
    await dropUnused(tx, before);
  }

  /** A hidden poll leaves the index, keeps its content and comes back with it. */
  @OnEvent(objectModerated)
  async onModerated(decision: EventData<typeof objectModerated>, tx: Transaction<Tables>): Promise<void> {
    if (decision.kind !== 'poll') return;
    const { objectId: poll_id, authorId: author_id, state, version: moderation_version } = decision;
    const before = await indexed(tx, [poll_id]);
    const hidden = state !== 'shown';
    const decided = { moderation_version, hidden, ...(hidden ? UNINDEXED : { deleted: false }) };
    const stored = await tx.kysely
      .insertInto('poll_documents')
      .values({ poll_id, author_id, ...decided })
      .onConflict((conflict) =>
        conflict
          .column('poll_id')
          .doUpdateSet(decided)
          .where('poll_documents.moderation_version', '<', moderation_version)
          .where(isKept),
      )
      .returning(CONTENT)
      .execute();
    if (stored.length === 0) return;
    if (!hidden) await indexPolls(tx, this.folding, stored);
    else await dropUnused(tx, before);
  }

  @OnEvents(votesCounted)
  async onVotes(events: readonly Envelope<EventData<typeof votesCounted>>[], tx: Transaction<Tables>): Promise<void> {
    const polls = events.flatMap(({ data }) => data.polls);
    await tx.query({
      text: STORE_TALLIES,
      values: [
        polls.map((p) => p.pollId),
        polls.map((p) => p.authorId),
        polls.map((p) => p.votesCount),
        polls.map((p) => p.version),
      ],
    });
    for (const { data, occurredAt } of events)
      for (const { pollId, count } of data.polls)
        this.activity.add(pollId, count * ACTIVITY_WEIGHTS.vote, new Date(occurredAt));
  }

  @OnEvent(commentAdded)
  async onComment(
    { pollId }: EventData<typeof commentAdded>,
    _tx: Transaction<Tables>,
    envelope: Envelope,
  ): Promise<void> {
    this.activity.add(pollId, ACTIVITY_WEIGHTS.comment, new Date(envelope.occurredAt));
  }
}
