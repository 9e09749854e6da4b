import type { QueryClient } from '@tanstack/react-query';
import { ME } from './session';

/** Milliseconds until the session is read again; doubled each time, up to the last. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export interface SessionRetry {
  /** Reads the session after the current wait, and doubles the wait; replaces a pending retry. */
  later(): void;
  /** Resets the wait to the first one. */
  reset(): void;
  /** Cancels a pending retry. */
  cancel(): void;
}

/** Reads a cache's session again and again, less and less often, until cancelled. */
export function sessionRetry(client: QueryClient): SessionRetry {
  let wait = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    later() {
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: ME }), wait);
      wait = Math.min(wait * 2, LAST_RETRY_MS);
    },
    reset() {
      wait = FIRST_RETRY_MS;
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
