import type { SEASONS } from '@inkling/contracts';

/**
 * The months (1 to 12, in UTC) of each season, by the northern calendar: a poll does not know where its readers are.
 * Occasions begin when people start to talk about them.
 */
export const SEASON_MONTHS: Readonly<Record<(typeof SEASONS)[number], readonly number[]>> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  winter: [12, 1, 2],
  'new year': [12, 1],
  holidays: [11, 12],
  'back to school': [8, 9],
  halloween: [10],
};

const month = `extract(month from now() at time zone 'UTC')::int`;
const inMonths = Object.entries(SEASON_MONTHS).map(
  ([season, months]) => `when '${season}' then ${month} in (${months.join(', ')})`,
);

/** SQL condition, never null: the poll `p` is about the present season. */
export const IN_SEASON = `case when p.seasonality is null then false else case p.seasonality
    ${inMonths.join('\n    ')}
    else false end end`;

/** SQL condition, never null: the poll `p` ends within a day and has not ended, or is about the present season. */
export const TIME_RELEVANT = `coalesce(p.end_date > now() and p.end_date <= now() + interval '24 hours', false)
    or ${IN_SEASON}`;
