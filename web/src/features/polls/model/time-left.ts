const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Milliseconds until the text of `timeLeft` (lib/time) changes for this end date; at the end itself it is 0. Null when
 * it never changes again: no end, or already over.
 */
export function nextTimeLeft(endDate: string | null, now: number): number | null {
  if (endDate === null) return null;
  const left = Date.parse(endDate) - now;
  if (Number.isNaN(left) || left <= 0) return null;
  if (left < 2 * MINUTE) return left;
  const unit = left >= DAY ? DAY : left >= HOUR ? HOUR : MINUTE;
  return (left % unit) + 1;
}
