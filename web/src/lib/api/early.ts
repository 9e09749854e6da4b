/** Data that `public/early.js` has asked for before the application's code was there. */
import { noteServerTime } from '../server-clock';

interface Early {
  /** Milliseconds of the clock at which it was asked for. */
  at: number;
  answer: Promise<Response>;
  /** Ends the request, and the reading of its answer. */
  stop: AbortController;
}

declare global {
  interface Window {
    inklingEarly?: Record<string, Early>;
  }
}

/** Milliseconds after which an answer is no first one any more. */
const FRESH_MS = 10_000;

/**
 * The answer to a first GET of this path, once: undefined when it was not asked for, is too old, or was refused for a
 * reason with which the ordinary way knows how to deal. The request ends with `signal`, as one that is sent now would.
 * @param path as given to `api`, without a timestamp
 */
export function takeEarly(path: string, signal: AbortSignal): Promise<Response | undefined> | undefined {
  const early = window.inklingEarly?.[path];
  if (!early) return undefined;
  delete window.inklingEarly![path];
  if (Date.now() - early.at > FRESH_MS || signal.aborted) {
    early.stop.abort();
    return undefined;
  }
  signal.addEventListener('abort', () => early.stop.abort(), { once: true });
  return early.answer.then(
    (response) => {
      noteServerTime(response.headers, early.at);
      // A 401 is an answer as well: asked again it would be the same.
      if (response.ok || response.status === 401) return response;
      // Nobody reads it any more; unread it would keep its connection. It may have broken off already.
      response.body?.cancel().catch(() => undefined);
      return undefined;
    },
    () => undefined,
  );
}
