import { z } from 'zod';
import { CaseHold, CasePage, CasesQuery, CaseView, LogPage, Overview, PersonRecord } from '../http/cases.js';
import { Cursor, Id } from '../common.js';
import { rpc } from './define.js';

const OfModerator = z.object({ moderatorId: Id });
const OneCase = OfModerator.extend({ caseId: Id });

/** What moderators read and hold (docs/product.md#reports-and-cases). The gateway has checked their role. */
export const casesRpc = {
  list: rpc('community.cases.list', OfModerator.extend(CasesQuery.shape), CasePage, { retry: true }),
  /** Asks polls and auth, too. */
  get: rpc('community.cases.get', OneCase, CaseView, { retry: true, timeoutMs: 10_000 }),
  /** What was reported and decided about a person. Nobody reads that about themselves: both lists are empty then. */
  ofPerson: rpc('community.cases.of-person', OfModerator.extend({ userId: Id }), PersonRecord, { retry: true }),
  /** Taking it again extends the hold. */
  take: rpc('community.cases.take', OneCase, CaseHold, { retry: true }),
  leave: rpc('community.cases.leave', OneCase, CaseHold, { retry: true }),
  log: rpc(
    'community.log.list',
    OfModerator.extend({ cursor: Cursor.optional(), person: Id.optional(), moderator: Id.optional() }),
    LogPage,
    { retry: true },
  ),
  overview: rpc('community.overview', OfModerator.extend({ days: z.int().min(1).max(90) }), Overview, { retry: true }),
};
