/** What the measured figures are compared with, and the floors of these ratios. */
import { median } from './statistics.mts';

/** Medians over the rounds. */
export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
}

type Row = [what: string, contender: string, against: string, figure: 'perSecond' | 'p99', floor: number];

/** Ratios of contenders that must be at least their floor, or at most for p99. */
const COMPARISONS: Row[] = [
  ['hot poll, 64 connections', 'http-hot-64', 'pg-hot-transaction', 'perSecond', 3.5],
  ['hot poll, 64 connections, p99', 'http-hot-64', 'pg-hot-transaction', 'p99', 0.15],
  ['hot poll, 256 connections', 'http-hot-256', 'pg-hot-statement', 'perSecond', 2],
  ['spread over many polls, 64 connections', 'http-spread-64', 'pg-spread-transaction', 'perSecond', 0.8],
  ['multiple choices', 'http-multiple-64', 'http-hot-64', 'perSecond', 0.95],
  ['ranked choices', 'http-ranked-64', 'http-hot-64', 'perSecond', 0.8],
  ['sealed ballots', 'http-sealed-64', 'http-hot-64', 'perSecond', 0.8],
  ['multiple choices, p99', 'http-multiple-64', 'http-hot-64', 'p99', 1.05],
  ['ranked choices, p99', 'http-ranked-64', 'http-hot-64', 'p99', 1.25],
  ['sealed ballots, p99', 'http-sealed-64', 'http-hot-64', 'p99', 1.25],
  ['feed page, not cached', 'http-page', 'pg-page', 'perSecond', 0.35],
  ['feed page, first page cached', 'http-first-page', 'pg-page', 'perSecond', 1.2],
];

/** @param runs of one contender */
export const medians = (runs: { perSecond: number; p50: number; p99: number }[]): Figures => ({
  perSecond: median(runs.map((run) => run.perSecond)),
  p50: median(runs.map((run) => run.p50)),
  p99: median(runs.map((run) => run.p99)),
});

/** @param figures by contender; comparisons that lack one of theirs are left out */
export function compare(figures: Map<string, Figures>) {
  return COMPARISONS.flatMap(([what, contender, against, figure, floor]) => {
    const own = figures.get(contender);
    const other = figures.get(against);
    if (!own || !other) return [];
    const ratio = own[figure] / other[figure];
    return [
      { what, contender, against, figure, floor, ratio, pass: figure === 'p99' ? ratio <= floor : ratio >= floor },
    ];
  });
}
