import { Injectable } from '@nestjs/common';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import {
  DELETED_USER_ID,
  commentAdded,
  pollClassified,
  pollCreated,
  pollDeleted,
  votesCounted,
  type Envelope,
  type EventData,
} from '@inkling/contracts';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { Folding } from '../text/folding.js';
import { ACTIVITY_WEIGHTS, TopicActivity } from '../topics/topic-activity.js';
import { UNUSED_TOPIC } from '../topics/topics.sql.js';
import { dropUnusedWords } from '../vocabulary/vocabulary.js';
import { STORE_TALLIES } from './poll-documents.sql.js';
import { CONTENT, TOMBSTONE, indexPolls } from './poll-index.js';

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
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction<Tables>): Promise<void> {
    const createdAt = new Date(poll.createdAt);
    const author_id = (await purgedAmong(tx, [poll.authorId])).has(poll.authorId) ? DELETED_USER_ID : poll.authorId;
    const { question, options } = poll;
    const created = { author_id, question, options, created_at: createdAt };
    const stored = await tx.kysely
      .insertInto('poll_documents')
      .values({ poll_id: poll.pollId, ...created })
      .onConflict((conflict) =>
        conflict.column('poll_id').doUpdateSet(created).where('poll_documents.deleted', '=', false),
      )
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
          .where('poll_documents.deleted', '=', false),
      )
      .returning([...CONTENT, 'votes_count'])
      .execute();
    await indexPolls(tx, this.folding, stored);
    // Votes that arrived before the topics were known have not counted for any topic yet.
    for (const { votes_count } of stored)
      this.activity.add(poll.pollId, ACTIVITY_WEIGHTS.poll + votes_count, new Date(envelope.occurredAt));
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction<Tables>): Promise<void> {
    const before = await tx.kysely
      .selectFrom('poll_documents')
      .select(['topic_keys', sql<string[]>`tsvector_to_array(tokens)`.as('tokens')])
      .where('poll_id', '=', poll.pollId)
      .forUpdate()
      .executeTakeFirst();
    await tx.kysely
      .insertInto('poll_documents')
      .values({ poll_id: poll.pollId, author_id: poll.authorId, deleted: true })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet(TOMBSTONE))
      .execute();
    if (!before) return;
    await dropUnusedWords(tx, before.tokens);
    // A rare topic may be a person's own word.
    if (before.topic_keys.length > 0)
      await tx.kysely
        .deleteFrom('topic_activity')
        .where('key', 'in', before.topic_keys)
        .where(sql.raw<boolean>(UNUSED_TOPIC))
        .execute();
  }

  @OnEvent(votesCounted)
  async onVotes({ polls }: EventData<typeof votesCounted>, tx: Transaction<Tables>, envelope: Envelope): Promise<void> {
    await tx.query({
      text: STORE_TALLIES,
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
  async onComment(
    { pollId }: EventData<typeof commentAdded>,
    _tx: Transaction<Tables>,
    envelope: Envelope,
  ): Promise<void> {
    this.activity.add(pollId, ACTIVITY_WEIGHTS.comment, new Date(envelope.occurredAt));
  }
}
