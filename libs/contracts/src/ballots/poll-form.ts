import type { BallotRule, PollMethod } from './ballot.js';

/** What the author of a poll says about its ballots. */
export interface BallotFields {
  readonly options: readonly string[];
  readonly method: PollMethod;
  readonly minChoices?: number | undefined;
  readonly maxChoices?: number | undefined;
  readonly quizAnswer?: number | undefined;
  readonly quizExplanation?: string | undefined;
  readonly showResultsBeforeVoting: boolean;
}

/** The field that is wrong, and why. */
export interface BallotProblem {
  readonly path: keyof BallotFields;
  readonly message: string;
}

/** The rule for a poll's ballots: the author's numbers, or from one option to all of them. */
export function ballotRule({ method, options, minChoices, maxChoices }: Omit<BallotFields, 'quizAnswer'>): BallotRule {
  return method === 'single'
    ? { method, minChoices: 1, maxChoices: 1 }
    : { method, minChoices: minChoices ?? 1, maxChoices: maxChoices ?? options.length };
}

/** The first thing that does not fit together; undefined for a poll that can be asked. */
export const ballotProblem = (fields: BallotFields): BallotProblem | undefined =>
  choicesProblem(fields) ?? quizProblem(fields);

function choicesProblem(fields: BallotFields): BallotProblem | undefined {
  const { method, options, minChoices, maxChoices } = fields;
  const rule = ballotRule(fields);
  const problem = (path: keyof BallotFields, message: string): BallotProblem => ({ path, message });
  if (method === 'single') {
    if ((minChoices ?? 1) !== 1) return problem('minChoices', 'With the method single, people choose one option');
    if ((maxChoices ?? 1) !== 1) return problem('maxChoices', 'With the method single, people choose one option');
    return undefined;
  }
  if (rule.maxChoices > options.length)
    return problem('maxChoices', `maxChoices can be at most ${options.length}, the number of options`);
  if (rule.maxChoices < 2) return problem('maxChoices', `With the method ${method}, maxChoices is at least 2`);
  if (rule.minChoices > rule.maxChoices) return problem('minChoices', 'minChoices cannot be more than maxChoices');
  // Everybody would give the same ballot.
  if (method === 'multiple' && rule.minChoices === options.length)
    return problem('minChoices', 'minChoices must leave an option that people do not choose');
  return undefined;
}

function quizProblem(fields: BallotFields): BallotProblem | undefined {
  const { method, options, quizAnswer, quizExplanation, showResultsBeforeVoting } = fields;
  if (quizAnswer === undefined)
    return quizExplanation === undefined
      ? undefined
      : { path: 'quizExplanation', message: 'An explanation needs a quizAnswer' };
  if (method !== 'single') return { path: 'quizAnswer', message: 'A quiz needs the method single' };
  if (quizAnswer >= options.length) return { path: 'quizAnswer', message: 'This poll has no such option.' };
  if (showResultsBeforeVoting)
    return { path: 'showResultsBeforeVoting', message: 'A quiz cannot show its results before voting' };
  return undefined;
}
