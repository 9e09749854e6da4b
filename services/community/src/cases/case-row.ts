import {
  DELETED_USER_ID,
  type CaseTaken,
  type MemberFor,
  type ModeratedPerson,
  type ActObject,
  type ActRule,
} from '@inkling/contracts';

/** The object of a case. The profile of a deleted account has no id of its own any more. */
export const objectOf = ({
  object_kind,
  object_id,
}: {
  object_kind: ActObject['kind'];
  object_id: number;
}): ActObject => ({
  kind: object_kind,
  id: object_id < 0 ? DELETED_USER_ID : object_id,
});

export const ruleOf = ({ rule, rule_text }: { rule: number | null; rule_text: string | null }): ActRule | null =>
  rule === null ? null : { number: rule, text: rule_text ?? '' };

/** A person without what only moderators see. */
export const authorOf = (person: ModeratedPerson | undefined) => {
  if (!person) return null;
  const { joinedAt: _joinedAt, ...author } = person;
  return author;
};

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
