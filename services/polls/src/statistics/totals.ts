import type { PollStatistics, StatisticsStep } from '@inkling/contracts';

/** Votes that appear together in the statistics, at least (docs/product.md#statistics). */
export const TOLD_TOGETHER = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS: Record<StatisticsStep, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

/** The votes of one hour; a full hour by the clock. */
export interface HourOfVotes {
  readonly from: Date;
  readonly votes: number;
}

/** How many votes there were at an instant, in milliseconds. */
export interface Total {
  readonly at: number;
  readonly votes: number;
}

/**
 * Totals at the ends of hours, with at least TOLD_TOGETHER votes from one to the next: an hour with fewer is joined
 * with those that follow. Later hours never change earlier totals, so two answers cannot be compared to learn more.
 * @param hours in their order; those without votes may be absent
 */
export function hourTotals(hours: readonly HourOfVotes[]): Total[] {
  const totals: Total[] = [];
  let votes = 0;
  for (const hour of hours) {
    votes += hour.votes;
    if (votes - (totals.at(-1)?.votes ?? 0) >= TOLD_TOGETHER) totals.push({ at: hour.from.getTime() + HOUR_MS, votes });
  }
  return totals;
}

const stepFor = (age: number): StatisticsStep => (age <= 3 * DAY_MS ? 'hour' : age <= 90 * DAY_MS ? 'day' : 'week');

/**
 * Totals over time as the author gets them: of the hours' totals the last of each step, as long as TOLD_TOGETHER votes
 * have come since. What is left out and the rest up to `until` is then at least that many votes as well.
 * @param from when the poll was published, in milliseconds
 * @param until its end or now
 * @param votesCount all votes until then
 */
export function totalsOverTime(
  hours: readonly Total[],
  { from, until, votesCount }: { from: number; until: number; votesCount: number },
): NonNullable<PollStatistics['totals']> {
  const step = stepFor(until - from);
  const told = hours.filter(({ at, votes }) => at < until && votesCount - votes >= TOLD_TOGETHER);
  // An end at midnight belongs to the day before it.
  const stepOf = ({ at }: Total): number => Math.ceil(at / STEP_MS[step]);
  const chosen = told.filter((total, index) => {
    const next = told[index + 1];
    return next === undefined || stepOf(next) !== stepOf(total);
  });
  const points = [{ at: from, votes: 0 }, ...chosen, { at: until, votes: votesCount }];
  return { step, points: points.map(({ at, votes }) => ({ at: new Date(at).toISOString(), votes })) };
}
