import type { Recipient } from '../list/live-notifications.js';

/** The result of merging queued changes into one notification. */
export interface MergeResult {
  readonly recipients: readonly Recipient[];
  /** The changes stay in the queue and are looked at again after so many milliseconds. */
  readonly postponeMs?: number;
}

export const NOTHING: MergeResult = { recipients: [] };
