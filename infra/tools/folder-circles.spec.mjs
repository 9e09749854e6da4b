import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = globSync(['libs/*/src', 'services/*/src', 'gateway/src', 'infra/admin/src', 'web/src'], { cwd: ROOT });
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The list of a service's entities, from which every room may import the types of its tables. */
const TABLES = 'tables';

/** A file's room: its first folder, the feature within `features`, or the file itself where it stands beside them. */
function roomOf(path) {
  const [first, second, third] = path.split('/');
  return first === 'features' && third !== undefined ? `${first}/${second}` : first.replace(/\.\w+$/, '');
}

/** The imports that lead from one room to another, as `{ from, to, file, imported }`. */
function importsBetweenRooms(source) {
  const folder = join(ROOT, source);
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !/\.spec(-support)?\.tsx?$/.test(file));
  return files.flatMap((path) => {
    const file = path.split('\\').join('/');
    const imported = [...readFileSync(join(folder, path), 'utf8').matchAll(IMPORT)].map(([, name]) =>
      posix.join(dirname(file), name),
    );
    return imported
      .map((target) => ({ from: roomOf(file), to: roomOf(target), file, imported: target }))
      .filter(({ from, to }) => from !== to && to !== TABLES);
  });
}

/** The shortest way back from each import's target to where it came from, as lines `file -> imported`. */
function circlesIn(imports) {
  const byRoom = Map.groupBy(imports, ({ from }) => from);
  const wayBack = (from, to) => {
    const ways = [[from, []]];
    const seen = new Set([from]);
    for (const [room, steps] of ways) {
      if (room === to) return steps;
      for (const step of byRoom.get(room) ?? []) {
        if (seen.has(step.to)) continue;
        seen.add(step.to);
        ways.push([step.to, [...steps, step]]);
      }
    }
    return undefined;
  };
  return imports.flatMap((step) => {
    const back = wayBack(step.to, step.from);
    return back ? [[step, ...back]] : [];
  });
}

const describeCircle = (circle) => circle.map(({ file, imported }) => `${file} -> ${imported}`).join(', ');

describe('The folders of', () => {
  it.each(SOURCES)('%s import one another in one direction', (source) => {
    const circles = circlesIn(importsBetweenRooms(source)).map(describeCircle);
    expect([...new Set(circles)]).toEqual([]);
  });

  it('a package with a circle are found with the files that make it', () => {
    const [there, back] = [
      { from: 'a', to: 'b', file: 'a/one.ts', imported: 'b/two.js' },
      { from: 'b', to: 'a', file: 'b/two.ts', imported: 'a/one.js' },
    ];
    expect(circlesIn([there]).map(describeCircle)).toEqual([]);
    expect(circlesIn([there, back]).map(describeCircle)).toContain('a/one.ts -> b/two.js, b/two.ts -> a/one.js');
  });
});
