import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationsIn } from './migrations-in.js';

let folder: string;
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const exporting = (name: string) => `exports.${name} = class ${name} {};`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-migrations-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the migrations of a folder', () => {
  it('are its files Migration<time>, in the order of their names, and nothing else that a build leaves there', async () => {
    await write('Migration20260102000000.js', exporting('Migration20260102000000'));
    await write('Migration20260101000000.js', exporting('Migration20260101000000'));
    for (const other of ['Migration20260101000000.d.ts', 'Migration20260101000000.js.map', 'text.sql.js'])
      await write(other, 'not read');
    const names = ['Migration20260101000000', 'Migration20260102000000'];
    const migrations = migrationsIn(folder);
    expect(migrations.map(({ name }) => name)).toEqual(names);
    const classes = await Promise.all(migrations.map(({ load }) => load()));
    expect(classes.map(({ name }) => name)).toEqual(names);
  });

  it('name the file whose class has another name', async () => {
    await write('Migration20260103000000.js', exporting('Migration20260103000001'));
    await expect(migrationsIn(folder).at(-1)!.load()).rejects.toThrow(
      'Migration20260103000000.js exports no class Migration20260103000000.',
    );
  });
});
