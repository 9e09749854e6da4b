import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationClass, MigrationEntry } from './orm.js';

const FILE = /^(Migration\d+)\.(?:js|ts)$/;

/**
 * The migrations of a service, in the order of their names: every file `Migration<time>` of the folder, which exports a
 * class of the same name.
 * @param folder absolute path
 */
export function migrationsIn(folder: string): readonly MigrationEntry[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const name = FILE.exec(file)?.[1];
      return name === undefined ? [] : [{ name, load: () => load(join(folder, file), name) }];
    });
}

/** @throws when the file exports no class of this name */
async function load(path: string, name: string): Promise<MigrationClass> {
  const exported = (await import(path)) as Record<string, MigrationClass>;
  const migration = exported[name];
  if (!migration) throw new Error(`${path} exports no class ${name}.`);
  return migration;
}
