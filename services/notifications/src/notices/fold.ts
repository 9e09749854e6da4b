/** A user to whom something is to be said after the commit; without a notice only the unread count. */
export interface Told {
  readonly userId: number;
  readonly noticeId?: number;
}

/** What became of a group of changes. */
export interface Fold {
  readonly told: readonly Told[];
  /** They stay in the queue for so long. */
  readonly postponeMs?: number;
}

export const NOTHING: Fold = { told: [] };

const FRESH_MS = 3_600_000;

/** Recent enough for a push: after a long pause of the service nobody wants to be woken by what happened hours ago. */
export const isFresh = (at: number): boolean => Date.now() - at < FRESH_MS;
