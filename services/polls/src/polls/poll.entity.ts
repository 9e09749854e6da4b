import { ArrayType, BigIntType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A poll as it was asked. Its question and options never change (decisions, Polls and votes); its counts are in `poll_counters`. */
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

  /** URL or path of an image or a video. */
  @Property({ type: 'text', nullable: true })
  media: string | null = null;

  @Property({ type: 'timestamptz', nullable: true })
  endDate: Date | null = null;

  @Property({ type: 'boolean' })
  showResultsBeforeVoting: boolean = false;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  deletedAt: Date | null = null;

  /** A poll that nobody has voted on yet; the database gives its id and its time. */
  static ask(input: { authorId: number; question: string; options: readonly string[]; endDate: Date | null; showResultsBeforeVoting: boolean }): PollEntity {
    const poll = new PollEntity();
    poll.authorId = input.authorId;
    poll.question = input.question;
    poll.options = [...input.options];
    poll.endDate = input.endDate;
    poll.showResultsBeforeVoting = input.showResultsBeforeVoting;
    return poll;
  }
}
