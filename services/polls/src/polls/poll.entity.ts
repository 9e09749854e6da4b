import { ArrayType, BigIntType } from '@mikro-orm/core';
import type { MediaInfo } from '@inkling/contracts';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A poll as its author submits it. */
export interface NewPoll {
  readonly authorId: number;
  readonly question: string;
  readonly options: readonly string[];
  readonly media: { readonly path: string; readonly info: MediaInfo } | null;
  readonly endDate: Date | null;
  readonly showResultsBeforeVoting: boolean;
  readonly unlisted: boolean;
}

/** A poll. Its question and options never change; its counts are in `poll_counters`. */
@Entity({ tableName: 'polls' })
export class PollEntity {
  @PrimaryKey({ type: new BigIntType('number'), autoincrement: true })
  id!: number;

  @Property({ type: new BigIntType('number') })
  authorId!: number;

  @Property({ type: 'text' })
  question!: string;

  @Property({ type: ArrayType, columnType: 'text[]' })
  options!: string[];

  /** Path of an image or a video. */
  @Property({ type: 'text', nullable: true })
  media: string | null = null;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  mediaInfo: MediaInfo | null = null;

  @Property({ type: 'timestamptz', nullable: true })
  endDate: Date | null = null;

  @Property({ type: 'boolean' })
  showResultsBeforeVoting: boolean = false;

  /** No list shows the poll, and no event announces it (ADR 21). */
  @Property({ type: 'boolean' })
  unlisted: boolean = false;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  deletedAt: Date | null = null;

  /** A new poll; the database gives its id and its time. */
  static create(input: NewPoll): PollEntity {
    const poll = new PollEntity();
    poll.authorId = input.authorId;
    poll.question = input.question;
    poll.options = [...input.options];
    poll.media = input.media?.path ?? null;
    poll.mediaInfo = input.media?.info ?? null;
    poll.endDate = input.endDate;
    poll.showResultsBeforeVoting = input.showResultsBeforeVoting;
    poll.unlisted = input.unlisted;
    return poll;
  }
}
