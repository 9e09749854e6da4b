import { z } from 'zod';
import { REPORT_WORDS_MAX } from '../constants.js';
import { typedLines } from '../common.js';
import { ActObject } from './acts.js';

/** `POST /api/reports` (docs/product.md#reports-and-cases). `rule`: its number on this server; null: something else. */
export const ReportBody = ActObject.extend({
  rule: z.int().min(1, 'Rules are numbered from 1').nullable(),
  words: typedLines(REPORT_WORDS_MAX, 'Your words').optional(),
});
export type ReportBody = z.infer<typeof ReportBody>;

/** The same answer for a report and its repetition. */
export const ReportState = ActObject.extend({ reported: z.literal(true) });
export type ReportState = z.infer<typeof ReportState>;
