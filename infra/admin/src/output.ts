/** Where commands write; a test collects the lines. */
export class Output {
  line(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  /** Rows under their headings, in columns as wide as they need; nothing but `empty` when there are none. */
  table(headings: readonly string[], rows: readonly (readonly (string | number)[])[], empty: string): void {
    if (rows.length === 0) {
      this.line(empty);
      return;
    }
    const all = [headings, ...rows.map((row) => row.map(printable))];
    const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
    for (const row of all)
      this.line(
        row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd(),
      );
  }
}

/** What people typed must not move the terminal's cursor or colour it. */
// oxlint-disable-next-line no-control-regex
const printable = (value: string | number): string =>
  String(value).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?');
