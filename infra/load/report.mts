/** Tables of the benchmark, as text. */
import { median } from './statistics.mts';
import type { Figures } from './floors.mts';

/** @param leftColumns those that hold words; the others are aligned right */
export function table(head: string[], rows: string[][], leftColumns: number[]) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        leftColumns.includes(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');
export const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 1);

export function figuresTable(
  contenders: { name: string; label: string; runs: { perSecond: number }[]; figures: Figures }[],
) {
  const rows = contenders.map(({ name, label, runs, figures }) => {
    const rates = runs.map((run) => run.perSecond);
    const spread = `${whole(Math.min(...rates))} - ${whole(Math.max(...rates))}`;
    return [name, label, whole(figures.perSecond), milliseconds(figures.p50), milliseconds(figures.p99), spread];
  });
  return table(['contender', 'what', 'per second', 'p50 ms', 'p99 ms', 'slowest - fastest round'], rows, [0, 1]);
}

export function comparisonsTable(comparisons: ReturnType<typeof import('./floors.mts').compare>) {
  const rows = comparisons.map(({ what, against, figure, ratio, floor, pass }) => [
    what,
    against,
    ratio.toFixed(3),
    `${figure === 'p99' ? 'at most' : 'at least'} ${floor}`,
    pass ? 'PASS' : 'FAIL',
  ]);
  return table(['ratio of', 'to', 'ratio', 'floor', ''], rows, [0, 1, 3, 4]);
}

/** The product's parts as columns; the last column is the rest. */
const PARTS = ['gateway', 'polls', 'postgres', 'nats-server', 'load generator'];

export function processorTable(contenders: { name: string; runs: { processorUs: Record<string, number> }[] }[]) {
  const rows = contenders.map(({ name, runs }) => {
    const of = (pick: (run: Record<string, number>) => number) =>
      median(runs.map(({ processorUs }) => pick(processorUs))).toFixed(0);
    const rest = (run: Record<string, number>) =>
      Object.entries(run).reduce((sum, [part, us]) => (PARTS.includes(part) ? sum : sum + us), 0);
    return [name, ...PARTS.map((part) => of((run) => run[part] ?? 0)), of(rest)];
  });
  return table(['processor us per unit', ...PARTS, 'other services'], rows, [0]);
}
