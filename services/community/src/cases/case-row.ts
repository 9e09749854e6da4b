import type { ActRule, CaseTaken, MemberFor, ModeratedPerson } from '@inkling/contracts';
import { RIGHT_NOW } from '@inkling/platform';
import type { ExpressionBuilder } from 'kysely';
import { authorOf } from '../persons/person-directory.js';
import type { Tables } from '../tables.js';

export const ruleOf = ({ rule, rule_text }: { rule: number | null; rule_text: string | null }): ActRule | null =>
  rule === null ? null : { number: rule, text: rule_text ?? '' };

/** The column of who has a case open; null when the hold has ended. */
export const holder = (eb: ExpressionBuilder<Tables, 'cases'>) =>
  eb.case().when('taken_until', '>', RIGHT_NOW).then(eb.ref('taken_by')).end();

/** Who has a case open, if anybody has it now. */
export function holdOf(
  { takenBy, takenUntil }: { takenBy: number | null; takenUntil: Date | null },
  moderatorId: number,
  known: ReadonlyMap<number, ModeratedPerson>,
): CaseTaken | null {
  if (takenBy === null || takenUntil === null) return null;
  return { by: authorOf(known.get(takenBy)), mine: takenBy === moderatorId, until: takenUntil.toISOString() };
}

const DAY_MS = 24 * 3_600_000;
const AGES: readonly (readonly [days: number, word: MemberFor])[] = [
  [1, 'day'],
  [7, 'week'],
  [30, 'month'],
  [365, 'year'],
];

/** The age of an account in a word, which many people share. Null for a deleted account. */
export function memberFor(joinedAt: string | undefined): MemberFor | null {
  if (joinedAt === undefined) return null;
  const days = (Date.now() - Date.parse(joinedAt)) / DAY_MS;
  return AGES.find(([most]) => days < most)?.[1] ?? 'longer';
}
