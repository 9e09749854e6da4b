import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Licences under which something may be part of a work under the AGPL, version 3 or later. */
const COMPATIBLE = new Set([
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** What the package itself does not say in its package.json, from its documentation. */
const UNDECLARED: Record<string, string> = { pause: 'MIT', '@twemoji/svg': 'CC-BY-4.0' };
/** Works that a package carries under a licence of their own. */
const CARRIED: Record<string, Omit<Notice, 'version' | 'texts'>[]> = {
  '@fastify/swagger-ui': [{ name: 'swagger-ui', license: 'Apache-2.0', author: 'SmartBear Software Inc.' }],
};
/** Licences whose full text is kept here, for packages that name them and leave their text out. */
const TEXTS = join(import.meta.dirname, 'texts');
/** The LGPL adds to the GPL, and is given with it. */
const WITH: Record<string, string[]> = { 'LGPL-3.0-or-later': ['LGPL-3.0-or-later', 'GPL-3.0-or-later'] };
const TEXT_FILE = /^(licen[cs]e|copying|notice|ofl|unlicense|third[-_]?party)/i;
const LINE = `\n\n${'-'.repeat(80)}\n\n`;

export interface Notice {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  author: string;
  texts: string[];
}

/**
 * @param license an SPDX expression
 * @returns whether what is under it may be part of this product
 */
export function isCompatible(license: string): boolean {
  const choices = license.replace(/[()]/g, '').split(/ OR /i);
  return choices.some((choice) => choice.split(/ AND /i).every((part) => COMPATIBLE.has(part.trim())));
}

/**
 * The packages that files belong to, each once, in the order of their names.
 * @param files paths, of which those in a `node_modules` folder count
 * @param root what relative paths start from
 */
export function noticesOf(files: Iterable<string>, root: string): Notice[] {
  const folders = new Set<string>();
  for (const file of files) {
    const [folder] = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@][^\\/]*(?=[\\/])/.exec(file) ?? [];
    if (folder) folders.add(folder.startsWith('/') ? folder : join(root, folder));
  }
  const notices = new Map<string, Notice>();
  for (const folder of folders) {
    for (const notice of readPackage(folder)) notices.set(`${notice.name}@${notice.version}`, notice);
  }
  return [...notices.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, notice]) => notice);
}

/**
 * The text that goes with an image or a bundle.
 * @param of what contains them
 */
export function renderNotices(notices: readonly Notice[], of: string): string {
  const head = [
    `Inkling is free software under the GNU Affero General Public License, version 3 or later.`,
    `${of} contains the work of others, listed here with their licences.`,
  ].join('\n');
  const parts = notices.map(({ name, version, license, author, texts }) =>
    [[`${name} ${version}`.trim(), license, author].filter(Boolean).join('\n'), ...texts].join('\n\n'),
  );
  return `${[head, ...parts].join(LINE)}\n`;
}

/** None for a folder that is a part of a package, or one of this project's own. */
function readPackage(folder: string): Notice[] {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return [];
  const { name, version, license, licenses, author, private: own } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (!name || own) return [];
  const listed = licenses?.map(({ type }: { type: string }) => type).join(' OR ');
  const declared = UNDECLARED[name] ?? license?.type ?? license ?? listed ?? 'unknown';
  const by = typeof author === 'string' ? author : (author?.name ?? '');
  const isText = (file: string) => TEXT_FILE.test(file) && /(^[^.]+|\.(md|txt|markdown))$/.test(file);
  const files = readdirSync(folder).filter(isText);
  const given = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const texts = given.length > 0 ? given : standardTexts(declared, by);
  const notice = { name, version, license: declared, author: by, texts };
  const carried = (CARRIED[name] ?? []).map((work) => ({
    ...work,
    version: '',
    texts: standardTexts(work.license, work.author),
  }));
  return [notice, ...carried];
}

/** The text of a licence that a package names and does not bring. */
function standardTexts(license: string, author: string) {
  return license
    .replace(/[()]/g, '')
    .split(/ AND | OR /i)
    .flatMap((id) => {
      if (id === 'MIT') return [mit(author)];
      const files = (WITH[id] ?? [id]).map((each) => join(TEXTS, `${each}.txt`)).filter(existsSync);
      return files.map((file) => readFileSync(file, 'utf8').trim());
    });
}

const mit = (author: string) => `Copyright (c) ${author || 'the authors'}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
