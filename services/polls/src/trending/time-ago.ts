const UNITS = [
  { name: 'y', ms: 365 * 24 * 3_600_000 },
  { name: 'mo', ms: 30 * 24 * 3_600_000 },
  { name: 'w', ms: 7 * 24 * 3_600_000 },
  { name: 'd', ms: 24 * 3_600_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'm', ms: 60_000 },
] as const;

/** A time in the past, short, as in "4h ago"; "just now" within the last minute (spec 3, Trending poll item). */
export function timeAgo(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  const unit = UNITS.find(({ ms }) => passed >= ms);
  return unit ? `${Math.floor(passed / unit.ms)}${unit.name} ago` : 'just now';
}
