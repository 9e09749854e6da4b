import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';

const BUILT = /(^|\/)(node_modules|dist|\.git|\.data|\.nx|coverage|test-results)$/;
const files = globSync(['**/*.*', '**/.env.example'], { cwd: ROOT, exclude: (path) => BUILT.test(path) });
const filesOf = (...endings) => files.filter((file) => endings.some((ending) => file.endsWith(ending)));
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const documents = [...filesOf('.md'), ...globSync('.github/*.md', { cwd: ROOT })];
const { scripts } = JSON.parse(read('package.json'));

/** The anchor that a heading gets where repositories are shown. */
const anchorOf = (heading) =>
  heading
    .replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

/** Links of a document within the repository that lead nowhere. */
function deadLinks(file, text) {
  const written = text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)|(?:href|src)="(?!https?:)([^"]+)"/g);
  const links = [...written].map(([, link, other]) => link ?? other);
  return links.filter((link) => {
    const [path, anchor] = link.split('#');
    const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
    if (!existsSync(join(ROOT, target))) return true;
    if (anchor === undefined || !target.endsWith('.md')) return false;
    return !anchorsOf(target === file ? text : read(target)).includes(anchor);
  });
}

/** Commands in a document that do not exist. */
function deadCommands(text) {
  const names = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name]) => name);
  // An absolute path belongs to a container.
  const run = [...text.matchAll(/\bnode (\w[\w./-]*\.m?[jt]s)\b/g)].map(([, file]) => file);
  return [...names.filter((name) => !(name in scripts)), ...run.filter((file) => !existsSync(join(ROOT, file)))];
}

describe.each(documents)('%s', (file) => {
  it('links to existing files and headings, and names existing commands', () => {
    expect([deadLinks(file, read(file)), deadCommands(read(file))]).toEqual([[], []]);
  });
});

it('a dead link, a missing heading and a missing command are found', () => {
  const links = '# One: `two`\n[a](#one-two) [b](#three) [c](README.md) [d](nowhere.md) [e](https://example.org/x)';
  expect(deadLinks('README.md', links)).toEqual(['#three', 'nowhere.md']);
  const commands = '`npm run start:never`, `npm run lint`, `node infra/nowhere.mjs`';
  expect(deadCommands(commands)).toEqual(['start:never', 'infra/nowhere.mjs']);
});
