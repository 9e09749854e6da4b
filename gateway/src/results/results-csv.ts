import type { ResultsFile } from '@inkling/contracts';

/** Spreadsheets take a text that begins like this for a formula, also after spaces. */
const FORMULA = /^[\s\u00A0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/u;

/** A text as one cell of CSV (RFC 4180). A formula becomes a text, by the apostrophe that spreadsheets hide. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/**
 * Results as a table with a row per option: text, votes, percent, whether it leads; whether it is the right one in a
 * quiz; the votes of each round of a run-off, empty once an option has left.
 */
export function resultsCsv({ options, runOff }: ResultsFile): string {
  const quiz = options.some(({ right }) => right !== undefined);
  const rounds = runOff?.rounds ?? [];
  const head = [
    'option',
    'votes',
    'percent',
    'leads',
    ...(quiz ? ['right'] : []),
    ...rounds.map((_, index) => `round ${index + 1}`),
  ];
  const rows = options.map(({ text, votes, percent, leads, right }, option) => [
    text,
    votes,
    percent,
    yesOrNo(leads),
    ...(quiz ? [yesOrNo(right === true)] : []),
    ...rounds.map(({ counts }) => counts[option] ?? ''),
  ]);
  // The mark at the beginning tells spreadsheets that the text is UTF-8.
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
