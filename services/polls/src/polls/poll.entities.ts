import { defineEntity, p } from '@mikro-orm/core';
import type { MediaInfo, OptionImage, Poll as PollOnTheWire, PollMethod } from '@inkling/contracts';

/** A poll. Its question and options never change; its counts are a PollCounter. */
export const Poll = defineEntity({
  name: 'Poll',
  tableName: 'polls',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    authorId: p.bigint('number'),
    question: p.text(),
    options: p.array().columnType('text[]'),
    /** Path of an image or a video. */
    media: p.text().nullable(),
    mediaInfo: p.json<MediaInfo>().columnType('json').nullable(),
    endDate: p.datetime().columnType('timestamptz').nullable(),
    showResultsBeforeVoting: p.boolean().default(false),
    method: p.text().$type<PollMethod>().default('single'),
    /** How many options a ballot names. */
    minChoices: p.smallint().default(1),
    maxChoices: p.smallint().default(1),
    /** No row joins a voter to a choice (ADR 35). */
    sealed: p.boolean().default(false),
    /** Each viewer sees the options in another order. */
    shuffled: p.boolean().default(false),
    /** Index of the right option; null for a poll that is no quiz. */
    quizAnswer: p.smallint().nullable(),
    quizExplanation: p.text().nullable(),
    /** Index of the option that won the run-off; null unless the poll is ranked and its end was announced. */
    winner: p.smallint().nullable(),
    /** One per option, or null. */
    optionImages: p.json<OptionImage[]>().columnType('json').nullable(),
    /** Who can see it and vote. */
    visibility: p.text().$type<PollOnTheWire['visibility']>().default('public'),
    /** The author has switched comments off. */
    commentsOff: p.boolean().default(false),
    /** No list shows the poll, and no event announces it (ADR 21). */
    unlisted: p.boolean().default(false),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** No list shows it from then on, because its author deleted it or an act hides it. */
    deletedAt: p.datetime().columnType('timestamptz').nullable(),
    /** Hidden: only the author sees it. Deleted: nobody does. Its tally is then in ModeratedCounter. */
    moderated: p.text().$type<'hidden' | 'deleted'>().nullable(),
    moderationAct: p.bigint('number').nullable(),
    /** The version of the decision that holds. */
    moderationVersion: p.integer().default(0),
    /** The words on the slip over its picture or video; null where it is not covered. */
    sensitive: p.text().nullable(),
    // The classification from insights, and its version.
    topics: p.array().columnType('text[]').defaultRaw(`'{}'`),
    mood: p.text().nullable(),
    context: p.text().nullable(),
    seasonality: p.text().nullable(),
    language: p.text().nullable(),
    classifiedVersion: p.integer().default(0),
    /** Among the polls with the most recent activity. */
    trending: p.boolean().default(false),
  },
});

/** The counts of a poll. */
export const counts = {
  /** Per option; in sealed polls only the shown votes. */
  votes: p.array(Number).columnType('integer[]'),
  votesCount: p.integer(),
  likesCount: p.integer(),
  commentsCount: p.integer(),
  abstentionsCount: p.integer().default(0),
  /** Of sealed polls: how many voters `votes` covers. Null for all others. */
  countedVotes: p.integer().nullable(),
  /** A sealed poll has ended and shows all its votes, so it takes none any more. */
  closed: p.boolean().default(false),
  /** Grows with every change of the counts. */
  version: p.integer(),
};

/** A poll's tally, which exists as long as the poll is visible. */
export const PollCounter = defineEntity({
  name: 'PollCounter',
  tableName: 'poll_counters',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    ...counts,
    votesCount: p.integer().default(0),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    version: p.integer().default(0),
  },
});

/** An end that has not been announced. */
export const DueEnd = defineEntity({
  name: 'DueEnd',
  tableName: 'due_ends',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    endDate: p.datetime().columnType('timestamptz'),
  },
});
