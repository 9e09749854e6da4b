import { ReportBody, ReportState } from '../http/reports.js';
import { Id } from '../common.js';
import { Limited, rpc } from './define.js';

/** Reports of members (docs/product.md#reports-and-cases). */
export const reportsRpc = {
  /** Repeating it changes nothing. It may read the content from polls, and that takes a call of its own. */
  report: rpc('community.report', ReportBody.extend({ ...Limited, userId: Id }), ReportState, {
    timeoutMs: 10_000,
    retry: true,
  }),
};
