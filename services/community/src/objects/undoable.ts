import type { ActKind } from '@inkling/contracts';
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../tables.js';

/** Acts on content itself, which change what people see of a poll or comment. */
export const ON_CONTENT: readonly ActKind[] = ['hide', 'delete', 'sensitive'];

/**
 * Column of the act `a`: whether it can be taken back. An act that was appealed is decided by answering the appeal; a
 * removed profile picture, and what is gone for good, do not come back.
 */
export const undoable = (eb: ExpressionBuilder<Tables & { a: Tables['acts'] }, 'a'>) =>
  eb.and([
    eb('a.undone_at', 'is', null),
    eb.not(eb.and([eb('a.act', '=', 'delete'), eb('a.object_kind', '=', 'profile')])),
    eb.not(eb.exists(eb.selectFrom('appeals as u').select('u.id').whereRef('u.act_id', '=', 'a.id'))),
    eb.not(
      eb.exists(
        eb
          .selectFrom('object_states as s')
          .select('s.object_id')
          .where('a.act', 'in', ON_CONTENT)
          .where('s.state', '=', 'removed')
          .whereRef('s.object_id', '=', 'a.object_id')
          .where(
            's.kind',
            '=',
            eb
              .case()
              .when('a.object_kind', '=', 'comment')
              .then('comment' as const)
              .else('poll' as const)
              .end(),
          ),
      ),
    ),
  ]);
