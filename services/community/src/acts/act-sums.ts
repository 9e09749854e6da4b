import { APPEAL_DAYS, type ActKind, type ObjectState } from '@inkling/contracts';

/** For so long after an act its person can appeal. */
export const APPEAL_MS = APPEAL_DAYS * 86_400_000;

/** An act that holds. */
export interface HoldingAct {
  readonly id: number;
  readonly act: ActKind;
  readonly until: Date | null;
  readonly slip: string | null;
}

export interface ObjectSum {
  readonly state: Exclude<ObjectState, 'removed'>;
  readonly sensitive: string | null;
  /** The act that hides or deletes it. */
  readonly actId: number | null;
}

export interface PersonSum {
  readonly silenced: boolean;
  readonly suspension: { readonly actId: number; readonly until: Date | null } | null;
}

/**
 * What the acts on a poll or comment add up to: the strongest one, and the latest of several equal ones.
 * @param acts those that hold, in any order
 */
export function objectSum(acts: readonly HoldingAct[]): ObjectSum {
  const latest = (kind: ActKind) =>
    acts
      .filter(({ act }) => act === kind)
      .toSorted((a, b) => b.id - a.id)
      .at(0);
  const deletion = latest('delete');
  const hiding = deletion ?? latest('hide');
  const sensitive = latest('sensitive');
  return {
    state: deletion ? 'deleted' : hiding ? 'hidden' : 'shown',
    sensitive: sensitive ? (sensitive.slip ?? '') : null,
    actId: hiding?.id ?? null,
  };
}

/** What the acts on a person add up to: the suspension with the latest end, unless it has ended. */
export function personSum(acts: readonly HoldingAct[], now: Date): PersonSum {
  const end = ({ until }: HoldingAct): number => until?.getTime() ?? Infinity;
  const longest = acts
    .filter((act) => act.act === 'suspend' && end(act) > now.getTime())
    .toSorted((a, b) => (end(a) === end(b) ? b.id - a.id : end(b) - end(a)))
    .at(0);
  return {
    silenced: acts.some(({ act }) => act === 'silence'),
    suspension: longest ? { actId: longest.id, until: longest.until } : null,
  };
}
