import { BigIntType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** One sign-in on one device, with the family of refresh tokens that followed from it. The database sets the times. */
@Entity({ tableName: 'sessions' })
export class SessionEntity {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Property({ type: new BigIntType('number') })
  accountId!: number;

  @Property({ type: 'text' })
  userAgent!: string;

  static open(input: { id: string; accountId: number; userAgent: string }): SessionEntity {
    return Object.assign(new SessionEntity(), input);
  }
}
