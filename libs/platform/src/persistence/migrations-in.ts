import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MigrationEntry } from './orm.js';

const FILE = /^(Migration\d+)\.(?:js|ts)$/;
const load = createRequire(import.meta.url);

/**
 * The migrations of a service, in the order of their names: every file `Migration<time>` of the folder, which exports a
 * class of the same name.
 * @param folder absolute path
 * @throws when a file exports no such class
 */
export function migrationsIn(folder: string): readonly MigrationEntry[] {
  const files = readdirSync(folder).toSorted();
  return files.flatMap((file) => {
    const name = FILE.exec(file)?.[1];
    if (name === undefined) return [];
    const exported = load(join(folder, file)) as Record<string, MigrationEntry['class']>;
    const migration = exported[name];
    if (!migration) throw new Error(`${join(folder, file)} exports no class ${name}.`);
    return [{ name, class: migration }];
  });
}
