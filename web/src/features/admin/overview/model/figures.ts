/** How often something happened on one day. */
export interface DayCount {
  /** `2026-11-22`. */
  day: string;
  count: number;
}

/** Seven days, and how they compare with the seven before. */
export interface WeekSum {
  /** Their first day, `2026-11-16`. */
  from: string;
  sum: number;
  /** In whole percent; null where the week before had none, or is not there in full. */
  change: number | null;
}

const WEEK = 7;

function changeOf(sum: number, before: number | undefined): number | null {
  return before ? Math.round((sum / before - 1) * 100) : null;
}

/**
 * The full weeks of a figure, the latest first.
 * @param days one entry a day in order; the last is today, which is not over and counts for no week
 */
export function weeksOf(days: readonly DayCount[]): WeekSum[] {
  const full = days.slice(0, -1);
  const count = Math.floor(full.length / WEEK);
  const weeks = Array.from({ length: count }, (_, index) => {
    const week = full.slice(full.length - (index + 1) * WEEK, full.length - index * WEEK);
    return { from: week[0]!.day, sum: week.reduce((sum, day) => sum + day.count, 0) };
  });
  return weeks.map((week, index) => ({ ...week, change: changeOf(week.sum, weeks[index + 1]?.sum) }));
}

/** The least and the most of the full days, and today so far. */
export function rangeOf(days: readonly DayCount[]): { least: number; most: number; today: number } {
  const full = days.slice(0, -1).map(({ count }) => count);
  return { least: Math.min(...full), most: Math.max(...full), today: days.at(-1)?.count ?? 0 };
}
