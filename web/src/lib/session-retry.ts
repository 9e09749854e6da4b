import type { QueryClient } from '@tanstack/react-query';
import { ME } from './session';

/** How soon the session is asked for again; each time later, up to the last. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export interface SessionRetry {
  /** Asks for the session after the current wait, and doubles it; a try that is still to come gives way. */
  later(): void;
  /** The next wait is the first one again. */
  reset(): void;
  /** Takes back a try that is still to come. */
  cancel(): void;
}

/** Asks a cache's session again and again, less and less often, until told that there is an answer. */
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
