import { sql, type Expression, type RawBuilder } from 'kysely';

/**
 * Whether the recipient gets no notification that the actor causes: a block separates them, or the recipient has muted
 * the actor. False for a null actor. The database function `silenced` is the rule, for raw SQL too.
 */
export const isSilenced = (recipient: Expression<unknown>, actor: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`silenced(${recipient}, ${actor})`;
