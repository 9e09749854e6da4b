import { useEffect, useState } from 'react';
import { ApiFailure } from '../api';
import { toast } from '../toast';
import type { LimitWords } from './limit-words';

/** A limit per person that has been reached (docs/product.md#limits). */
export interface ReachedLimit {
  code: string;
  /** How much is allowed in `windowSeconds`. */
  limit: number;
  windowSeconds: number;
  /** When it opens again, by the device's clock in milliseconds. */
  opensAt: number;
}

/** Known failures, so that the time of opening does not move when one is looked at again. */
const known = new WeakMap<ApiFailure, ReachedLimit>();

/** The limit behind a failure; null for any other failure. */
export function reachedLimit(error: unknown): ReachedLimit | null {
  if (!(error instanceof ApiFailure) || error.status !== 429) return null;
  const { retryAfter, limit, windowSeconds } = error.body ?? {};
  if (!retryAfter || !limit || !windowSeconds) return null;
  const seen = known.get(error);
  if (seen) return seen;
  const reached = { code: error.code, limit, windowSeconds, opensAt: Date.now() + retryAfter * 1000 };
  known.set(error, reached);
  return reached;
}

// Nearly nobody reaches a limit, so its words come with the first one.
const words = async (reached: ReachedLimit): Promise<LimitWords> => (await import('./limit-words')).limitWords(reached);

/** Says in a message when the limit behind a failure opens again. @returns false for any other failure */
export function tellLimit(error: unknown): boolean {
  const reached = reachedLimit(error);
  if (!reached) return false;
  void words(reached).then(
    ({ title, description }) => toast({ title, description, variant: 'destructive' }),
    // Without its words, the server's sentence says it.
    () => toast({ title: (error as ApiFailure).message, variant: 'destructive' }),
  );
  return true;
}

/** The words of the limit behind a failure until it opens again, then null; the component renders again by itself. */
export function useReachedLimit(error: unknown): LimitWords | null {
  const reached = reachedLimit(error);
  const [shown, setShown] = useState<{ reached: ReachedLimit; words: LimitWords } | null>(null);
  useEffect(() => {
    if (!reached) return undefined;
    let over = false;
    void words(reached).then(
      (found) => !over && setShown({ reached, words: found }),
      () => undefined,
    );
    const timer = setTimeout(
      () => {
        over = true;
        setShown(null);
      },
      Math.max(0, reached.opensAt - Date.now()),
    );
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [reached]);
  return shown !== null && shown.reached === reached ? shown.words : null;
}
