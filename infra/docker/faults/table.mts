export type Row = Record<string, string | number>;

/**
 * @param rows all with the same columns
 * @returns a Markdown table with aligned columns
 */
export function table(rows: Row[]): string {
  const [first] = rows;
  if (!first) return '';
  const columns = Object.keys(first);
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [
    line(columns),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}
