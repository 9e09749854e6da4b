/**
 * Writes down the schema that this version's migrations make, as that of a release: `npm run release` does it. The spec
 * beside it compares every later version with it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { underOwnNode } from '../local/own-node.mjs';

/** What the last release had. */
export const RELEASED_SCHEMA = join(import.meta.dirname, 'released-schema.json');

if (process.argv[1] === import.meta.filename) {
  await underOwnNode(import.meta.filename, async () => {
    const { build } = await import('../local/build.mts');
    await build((line) => console.error(line), { web: false });
    const { withMigratedDatabase } = await import('./migrated.mts');
    const { readSchema } = await import('./schema.mts');
    const schema = await withMigratedDatabase(({ client, services }) => readSchema(client, services));
    await writeFile(RELEASED_SCHEMA, `${JSON.stringify(schema, null, 1)}\n`);
    console.log(`${RELEASED_SCHEMA}: ${Object.keys(schema.tables).length} tables.`);
  });
}
