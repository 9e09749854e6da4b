import { z } from 'zod';
import { ANSWER_MAX } from '../constants.js';
import { typedLines } from '../common.js';

/** As somebody typed it: case, spaces and dashes do not matter. */
export const InvitationCode = z.string().trim().min(1, 'Enter the code.').max(40, 'This is not a code.');
/** What every way of signing up may carry: an invitation, or the answer to the operator's question. */
export const Admission = {
  invitation: InvitationCode.optional(),
  answer: typedLines(ANSWER_MAX, 'The answer').optional(),
};
