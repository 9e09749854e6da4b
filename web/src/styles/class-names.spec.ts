import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { className } from '../../build/class-names';
import { sheets } from './testing/css-colours';

const SOURCE = join(process.cwd(), 'web/src');
/** Names that cannot be imported one by one, as the build does. */
const RESERVED = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
   function if import in instanceof let new null return static super switch this throw true try typeof var void while
   with yield`.split(/\s+/),
);

const classesIn = (css: string): string[] => {
  const selectors = css.replaceAll(/\{[^{}]*\}|url\([^)]*\)/g, ' ');
  return [...new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name))];
};

const isModule = (path: string) => path.endsWith('.module.css');
/** Local names by the path of their module; a class in `:global()` is none. */
const modules = new Map(
  [...sheets]
    .filter(([path]) => isModule(path))
    .map(([path, css]) => [path, classesIn(css.replaceAll(/:global\([^)]*\)/g, ''))]),
);
const globals = new Set([...sheets].filter(([path]) => !isModule(path)).flatMap(([, css]) => classesIn(css)));

/** Classes in the selectors that code looks up. */
const lookedUp: string[] = [];
/** Local names that components read, by the path of the module. */
const read = new Map<string, Set<string>>([...modules.keys()].map((path) => [path, new Set()]));
for (const path of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
  if (!/(?<!\.spec)\.tsx?$/.test(path)) continue;
  const code = readFileSync(join(SOURCE, path), 'utf8');
  for (const [, selector = ''] of code.matchAll(/(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\('([^']*)'/g))
    lookedUp.push(...classesIn(selector));
  for (const [, name = '', file = ''] of code.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
    const module = normalize(join(dirname(path), file));
    for (const [, local = ''] of code.matchAll(new RegExp(`(?<![\\w.'/-])${name}\\.(\\w+)`, 'g'))) {
      const locals = read.get(module) ?? new Set();
      read.set(module, locals.add(local));
    }
  }
}

test('no two CSS modules have the same name, which their classes start with', () => {
  const names = [...modules.keys()].map((path) => basename(path));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('no generated class equals a global class or a class of another module', () => {
  const all = [...modules].flatMap(([path, locals]) => locals.map((local) => className(local, path)));
  expect(all.filter((name, index) => globals.has(name) || all.indexOf(name) !== index)).toEqual([]);
});

test.each([...modules])('%s has exactly the classes that components read, in camel case', (path, locals) => {
  expect(locals.toSorted()).toEqual([...(read.get(path) ?? [])].toSorted());
  expect(locals.filter((local) => !/^[a-z][a-zA-Z0-9]*$/.test(local) || RESERVED.has(local))).toEqual([]);
});

test('every class in a selector that code looks up is global', () => {
  expect(lookedUp).toContain('opts');
  expect(lookedUp.filter((name) => !globals.has(name))).toEqual([]);
});
