const DAY_MS = 24 * 60 * 60 * 1_000;
const WESTERNMOST_OFFSET_MS = 12 * 60 * 60 * 1_000;

/**
 * The earliest instant at which a poll may end: the start of tomorrow in UTC-12, where the day begins last. The end of
 * tomorrow, or of any later day, is after it in every time zone.
 */
export function earliestEndDate(now: Date): Date {
  const localDay = Math.floor((now.getTime() - WESTERNMOST_OFFSET_MS) / DAY_MS);
  return new Date((localDay + 1) * DAY_MS + WESTERNMOST_OFFSET_MS);
}
