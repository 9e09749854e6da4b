import { sql, type Expression, type RawBuilder } from 'kysely';

/**
 * Whether the recipient gets no notification that the actor causes: a block separates them, or the recipient has muted
 * the actor. The view `silenced_pairs` is the rule, for raw SQL too. For one recipient it is read once, however many
 * actors there are. False for a null actor.
 */
export const isSilenced = (recipient: Expression<unknown>, actor: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${actor} in (select actor_id from silenced_pairs where recipient_id = ${recipient}), false)`;
