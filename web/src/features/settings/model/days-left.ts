const DAY_MS = 86_400_000;

/** A day of the time in which a deletion can be taken back. */
export interface GraceDay {
  /** Noon or so of the day, for its name. */
  readonly at: Date;
  readonly is: 'gone' | 'now' | 'ahead';
}

/**
 * The days from a request until its deletion begins, each 24 hours long.
 * @param now the server's time, in milliseconds since the epoch
 */
export function graceDays(requestedAt: string, dueAt: string, now: number): GraceDay[] {
  const start = Date.parse(requestedAt);
  const count = Math.max(1, Math.round((Date.parse(dueAt) - start) / DAY_MS));
  const passed = Math.min(count - 1, Math.max(0, Math.floor((now - start) / DAY_MS)));
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(start + index * DAY_MS),
    is: index < passed ? 'gone' : index === passed ? 'now' : 'ahead',
  }));
}
