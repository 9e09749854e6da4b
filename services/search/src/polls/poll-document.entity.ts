import { defineEntity, p } from '@mikro-orm/core';

/** A poll in the index. A deleted poll's row stays as a tombstone, so that a late event does not bring it back. */
export const PollDocument = defineEntity({
  name: 'PollDocument',
  tableName: 'poll_documents',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    /** Null if the classification was the first event. */
    authorId: p.bigint('number').nullable(),
    /** Null while only later events of the poll have arrived, and after deletion. */
    question: p.text().nullable(),
    options: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    createdAt: p.datetime().columnType('timestamptz').nullable(),
    votesCount: p.bigint('number').default(0),
    /** The version of the tally that `votesCount` is from. */
    tallyVersion: p.bigint('number').default(0),
    /** Not in the index: deleted, or hidden. */
    deleted: p.boolean().default(false),
    /** An act hides it. Its content waits for the return to the index. */
    hidden: p.boolean().default(false),
    moderationVersion: p.integer().default(0),
    /** The question as folded words, to match phrases. */
    questionText: p.text().nullable(),
    /** Topics as classified. */
    topics: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    topicsVersion: p.integer().default(0),
    /** Topics and hashtags as they are searched, and as they are shown. */
    topicKeys: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    topicLabels: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    tokens: p.string().columnType('tsvector').default(''),
  },
});
