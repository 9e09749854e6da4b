/** A text that has changed since the report: as it was and as it is now; null where there is none. */
export interface Change {
  before: string | null;
  after: string | null;
}

const same = ({ before, after }: Change): boolean => before === after;

/** What differs between two lists of texts, place by place. */
export function changesOf(before: readonly (string | null)[], after: readonly (string | null)[]): Change[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) => ({ before: before[index] ?? null, after: after[index] ?? null })).filter(
    (change) => !same(change),
  );
}
