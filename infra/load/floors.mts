/** What the measured figures are held against: floors that must hold and the aim beyond them. */
import { median } from './statistics.mts';

/** Medians over the rounds. */
export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
}
export interface Comparison {
  what: string;
  contender: string;
  against: string;
  figure: 'perSecond' | 'p99';
  /** Of the ratio; for p99 the most that it may be. */
  floor: number;
  aim: number;
}

export const COMPARISONS: Comparison[] = [
  {
    what: 'hot poll, 64 connections',
    contender: 'http-hot-64',
    against: 'pg-hot-transaction',
    figure: 'perSecond',
    floor: 3.5,
    aim: 4.5,
  },
  {
    what: 'hot poll, 64 connections, p99',
    contender: 'http-hot-64',
    against: 'pg-hot-transaction',
    figure: 'p99',
    floor: 0.15,
    aim: 0.06,
  },
  {
    what: 'hot poll, 256 connections',
    contender: 'http-hot-256',
    against: 'pg-hot-statement',
    figure: 'perSecond',
    floor: 2,
    aim: 3,
  },
  {
    what: 'spread over many polls, 64 connections',
    contender: 'http-spread-64',
    against: 'pg-spread-transaction',
    figure: 'perSecond',
    floor: 0.8,
    aim: 1.1,
  },
  {
    what: 'feed page, not cached',
    contender: 'http-page',
    against: 'pg-page',
    figure: 'perSecond',
    floor: 0.35,
    aim: 0.35,
  },
  {
    what: 'feed page, first page cached',
    contender: 'http-first-page',
    against: 'pg-page',
    figure: 'perSecond',
    floor: 1.2,
    aim: 1.2,
  },
];

/** @param runs of one contender */
export const medians = (runs: { perSecond: number; p50: number; p99: number }[]): Figures => ({
  perSecond: median(runs.map((run) => run.perSecond)),
  p50: median(runs.map((run) => run.p50)),
  p99: median(runs.map((run) => run.p99)),
});

/** @param figures by contender; comparisons that lack one of theirs are left out */
export function compare(figures: Map<string, Figures>) {
  return COMPARISONS.flatMap((comparison) => {
    const own = figures.get(comparison.contender);
    const other = figures.get(comparison.against);
    if (!own || !other) return [];
    const ratio = own[comparison.figure] / other[comparison.figure];
    const reaches = (bound: number) => (comparison.figure === 'p99' ? ratio <= bound : ratio >= bound);
    return [{ ...comparison, ratio, pass: reaches(comparison.floor), aimReached: reaches(comparison.aim) }];
  });
}
