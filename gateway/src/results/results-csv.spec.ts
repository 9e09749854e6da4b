import { describe, expect, it } from '@jest/globals';
import type { ResultsFile } from '@inkling/contracts';
import fc from 'fast-check';
import { resultsCsv } from './results-csv.js';

const option = (text: string, votes = 0, part: Partial<ResultsFile['options'][number]> = {}) => ({
  text,
  votes,
  percent: 0,
  leads: false,
  ...part,
});
const file = (options: ResultsFile['options'], part: Partial<ResultsFile> = {}): ResultsFile => ({
  pollId: 1,
  user: null,
  question: 'Tea?',
  method: 'single',
  sealed: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  endDate: null,
  ended: false,
  votesCount: 0,
  abstentionsCount: 0,
  options,
  ...part,
});

/** Reads CSV as RFC 4180 defines it. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  let rest = csv.replace(/^\uFEFF/, '');
  while (rest !== '') {
    const row: string[] = [];
    for (let more = true; more;) {
      const [whole, quoted, bare] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/.exec(rest)!;
      row.push(quoted?.replaceAll('""', '"') ?? bare!);
      more = whole.endsWith(',');
      rest = rest.slice(whole.length);
    }
    rows.push(row);
  }
  return rows;
}

describe('Results as CSV', () => {
  it('have a row per option, in UTF-8 that spreadsheets recognise', () => {
    const csv = resultsCsv(file([option('Tea, green', 3, { percent: 75, leads: true }), option('„Kaffee"', 1)]));
    expect(csv).toBe('\uFEFFoption,votes,percent,leads\r\n"Tea, green",3,75,yes\r\n"„Kaffee""",1,0,no\r\n');
  });

  it('have the rounds of a run-off, and the right answer of a quiz', () => {
    const round = { out: null, exhausted: 0, moved: [0, 0, 0] };
    const rounds = [
      { ...round, counts: [2, 2, 1] },
      { ...round, counts: [2, 3, null] },
    ];
    const runOff = { rounds, winner: 1, condorcet: null, voters: 5 };
    expect(read(resultsCsv(file([option('A', 2), option('B', 2), option('C', 1)], { runOff })))).toEqual([
      ['option', 'votes', 'percent', 'leads', 'round 1', 'round 2'],
      ['A', '2', '0', 'no', '2', '2'],
      ['B', '2', '0', 'no', '2', '3'],
      ['C', '1', '0', 'no', '1', ''],
    ]);
    const quiz = file([option('A', 1, { right: false }), option('B', 1, { right: true })]);
    expect(read(resultsCsv(quiz)).map((row) => row[4])).toEqual(['right', 'no', 'yes']);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1+1', "=cmd|' /C calc'!A0"])(
    'turn the formula %j into a text',
    (text) => {
      expect(read(resultsCsv(file([option(text), option('B')])))[1]![0]).toBe(`'${text}`);
    },
  );

  it('can be read back, whatever people wrote', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 6 }), (texts) => {
        const rows = read(resultsCsv(file(texts.map((text) => option(text)))));
        expect(rows).toHaveLength(texts.length + 1);
        for (const [index, text] of texts.entries()) expect([text, `'${text}`]).toContain(rows[index + 1]![0]);
      }),
    );
  });
});
