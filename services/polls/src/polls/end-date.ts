const DAY_MS = 24 * 60 * 60 * 1_000;
const WESTERNMOST_OFFSET_MS = 12 * 60 * 60 * 1_000;

/**
 * The first instant that is tomorrow somewhere, seen from where the day is earliest (UTC-12). A poll may not end before
 * it; whoever picks tomorrow or later as a day, in any time zone, ends after it (spec 5; decisions, Polls and votes).
 */
export function earliestEndDate(now: Date): Date {
  const localDay = Math.floor((now.getTime() - WESTERNMOST_OFFSET_MS) / DAY_MS);
  return new Date((localDay + 1) * DAY_MS + WESTERNMOST_OFFSET_MS);
}
