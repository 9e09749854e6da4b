import { z } from 'zod';
import { Id } from '../common.js';
import { Act, ActBody, AppealBody, DecideAppealBody, DirectActBody, OwnAct } from '../http/acts.js';
import { rpc } from './define.js';

/** Who decides; the gateway has checked the role. */
const Moderator = z.object({ moderatorId: Id, role: z.enum(['moderator', 'administrator']) });

/** Acts of moderators on cases, objects and people (docs/product.md#acts). */
export const actsRpc = {
  decide: rpc('community.acts.decide', ActBody.extend({ ...Moderator.shape, caseId: Id }), Act),
  act: rpc('community.acts.act', DirectActBody.extend(Moderator.shape), Act),
  undo: rpc('community.acts.undo', Moderator.extend({ actId: Id }), Act, { retry: true }),
  /** An act as the person concerned sees it; `act-not-found` for everyone else. */
  own: rpc('community.acts.own', z.object({ userId: Id, actId: Id }), OwnAct, { retry: true }),
};

/** Appeals against acts (docs/product.md#appeals). */
export const appealsRpc = {
  appeal: rpc('community.appeals.make', AppealBody.extend({ userId: Id, actId: Id }), OwnAct),
  decide: rpc('community.appeals.decide', DecideAppealBody.extend({ ...Moderator.shape, appealId: Id }), Act),
};
