import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = /(^|\/)(node_modules|dist|\.git|\.data|\.nx|coverage|test-results)$/;
const NAMES = ['**/*.{ts,tsx,mts,mjs,js,css,html,yml,yaml,sh,sql,conf,md}', '**/.env.example'];
const THIS = basename(import.meta.filename);
const files = globSync(NAMES, { cwd: ROOT, exclude: (path) => BUILT.test(path) }).filter(
  (file) => !file.endsWith(THIS),
);
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** Words that point to documents outside the repository. */
const OUTSIDE = /\bspec \d|[(;] ?decisions[,;:)]|\bvisual[ -]language\b|\(mocks\b|\b[Tt]he specification\b/g;

/** The anchor of a heading, as repositories show it. */
const anchorOf = (heading) =>
  heading
    .replaceAll('`', '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file) => [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));
const DECISIONS = globSync('docs/adr/*.md', { cwd: ROOT }).map((file) => Number(/(\d+)-/.exec(file)?.[1]));

/** References of a text that lead nowhere, or out of the repository. */
function deadReferences(text) {
  const documents = [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([reference]) => reference);
  const decisions = [...text.matchAll(/\bADR (\d+)\b/g)].filter(([, number]) => !DECISIONS.includes(Number(number)));
  return [
    ...documents.filter((reference) => {
      const [file, anchor] = reference.split('#');
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    }),
    ...decisions.map(([reference]) => reference),
    ...[...text.matchAll(OUTSIDE)].map(([words]) => words),
  ];
}

it('comments and documents refer to sections and decisions that exist, and to nothing outside the repository', () => {
  const dead = files.flatMap((file) => deadReferences(read(file)).map((reference) => `${file}: ${reference}`));
  expect(dead).toEqual([]);
});

it('a missing document, section or decision is found, and so are words that point outside', () => {
  const page = 'docs/product.md';
  const text = `// ${page}#votes, ${page}#nowhere, docs/${'nowhere'}.md, ADR 5, ADR 99 (spec 5; decisions, Votes)`;
  expect(deadReferences(text)).toEqual([`${page}#nowhere`, `docs/${'nowhere'}.md`, 'ADR 99', 'spec 5', '; decisions,']);
});
