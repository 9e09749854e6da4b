import { ReportBody, ReportState } from '../http/reports.js';
import { Id } from '../common.js';
import { Limited, rpc } from './define.js';

/** Reports of members (docs/product.md#reports-and-cases). */
export const reportsRpc = {
  /** Repeating it changes nothing. The timeout leaves time for a call to polls, which has the content. */
  report: rpc('community.report', ReportBody.extend({ ...Limited, userId: Id }), ReportState, {
    timeoutMs: 10_000,
    retry: true,
  }),
};
