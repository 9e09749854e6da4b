import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const STATEMENTS_MAX = 60;

/**
 * A statement is a template that begins with its verb on the line after the backtick. With parameters of its own it
 * still counts once. Fragments begin otherwise.
 */
const STATEMENT = /`\n\s*(?:with|select|insert|update|delete)\b/g;
/** A text that begins with a verb on the line of its quote, where the rule above would not see it. */
const HIDDEN = /export const [A-Z_]+ =\s*['"`] *(?:with|select|insert|update|delete)\b/g;
/** A statement anywhere else, whether as a text or through Kysely's `sql`. */
const ELSEWHERE = [
  /['"`]\s*(?:select\s|with \w+ as\b|insert into\s|update \w+(?: \w+)? set\s|delete from\s)/g,
  /\bCompiledQuery\b/g,
  /\bsql(?:<[^`]*>)?`[^`]*`\s*\.execute\(/g,
];

/** The mechanism below Kysely: connections, transactions and locks, the outbox, the inbox and the purges. */
const PLUMBING = [
  'libs/platform/src/persistence/',
  'libs/platform/src/outbox/relay.ts',
  'libs/platform/src/events/event-consumers.ts',
  'libs/platform/src/purge/purge-worker.ts',
  'libs/platform/src/health/database-readiness.ts',
];
const sources = globSync(['services/*/src/**/*.ts', 'gateway/src/**/*.ts', 'libs/*/src/**/*.ts'], { cwd: ROOT })
  .map((file) => file.split('\\').join('/'))
  .filter((file) => !/\.spec(-support)?\.ts$|\/migrations\/|^libs\/testing\//.test(file));

const count = (text) => text.match(STATEMENT)?.length ?? 0;
const outside = (text) => ELSEWHERE.flatMap((pattern) => text.match(pattern) ?? []).map((found) => found.trim());

describe('Raw SQL', () => {
  it(`is at most ${STATEMENTS_MAX} statements, each in a *.sql.ts file`, () => {
    const files = sources.filter((file) => file.endsWith('.sql.ts'));
    const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
    expect(texts.flatMap(({ file, text }) => (text.match(HIDDEN) ?? []).map((found) => `${file}: ${found}`))).toEqual(
      [],
    );
    expect(texts.reduce((sum, { text }) => sum + count(text), 0)).toBeLessThanOrEqual(STATEMENTS_MAX);
  });

  it('is nowhere else but in migrations and in the plumbing of the platform', () => {
    const others = sources.filter(
      (file) => !file.endsWith('.sql.ts') && !PLUMBING.some((path) => file.startsWith(path)),
    );
    const found = others.flatMap((file) =>
      outside(readFileSync(join(ROOT, file), 'utf8')).map((statement) => `${file}: ${statement}`),
    );
    expect(found).toEqual([]);
  });

  it('is recognised by how it begins', () => {
    const open = '`';
    expect(count(`const A = ${open}\n  select 1${open}; const B = (x) => ${open}\n  with a as (b) c${open}`)).toBe(2);
    expect(count(`const FRAGMENT = ${open}p.id = $1${open}; const C = ${open}\n  selected.id${open}`)).toBe(0);
    expect(outside(`query({ text: 'delete from polls' }); sql<Row>${open}lock(1)${open}.execute(kysely)`)).toHaveLength(
      2,
    );
    expect(outside(`.select('id').where(sql<boolean>${open}now() > at${open}); log('Update available')`)).toEqual([]);
  });
});
