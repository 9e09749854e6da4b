import { noteServerTime } from '../server-clock';

/** A request that src/early has sent before the application's code arrived. */
interface EarlyAnswer {
  /** Milliseconds since the epoch. */
  sentAt: number;
  answer: Promise<Response>;
  /** Ends the request, and the reading of its answer. */
  stop: AbortController;
}
/** By path, without a timestamp. */
export type EarlyAnswers = Record<string, EarlyAnswer>;

declare global {
  interface Window {
    inklingEarly?: EarlyAnswers;
  }
}

/** Milliseconds after which the page no longer counts as just opened. */
const FRESH_MS = 10_000;

/**
 * The early answer to a GET of this path, once; undefined when there is none, it is too old, or it failed in a way that
 * an ordinary request deals with. The early request ends with `signal`.
 * @param path with its query, without a timestamp
 */
export function takeEarly(path: string, signal: AbortSignal): Promise<Response | undefined> | undefined {
  const early = window.inklingEarly?.[path];
  if (!early) return undefined;
  delete window.inklingEarly![path];
  if (Date.now() - early.sentAt > FRESH_MS || signal.aborted) {
    early.stop.abort();
    return undefined;
  }
  signal.addEventListener('abort', () => early.stop.abort(), { once: true });
  return early.answer.then(
    (response) => {
      noteServerTime(response.headers, early.sentAt);
      // A 401 counts as an answer: a second request would get the same.
      if (response.ok || response.status === 401) return response;
      // An unread body would keep its connection. It may have failed already.
      response.body?.cancel().catch(() => undefined);
      return undefined;
    },
    () => undefined,
  );
}
