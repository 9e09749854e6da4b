import { fileURLToPath } from 'node:url';
import { SCOPE } from './scope.mjs';
import { megabytes, runCommand, table } from './command.mjs';

const usage = `Usage: npm run backup -- --to DIR [--compose]

Writes databases and objects, as of one moment, into a new folder. The installation goes on meanwhile.

${SCOPE}`;

await runCommand(fileURLToPath(import.meta.url), { usage, options: { to: { type: 'string' } }, folder: 'to', restoring: false }, async ({ folder, installation, definitions }) => {
  const { takeBackup } = await import('./take.mjs');
  const client = await installation.connect();
  try {
    const { database, objects } = await takeBackup({ client, objects: installation.objects, services: definitions.map(({ name }) => name) }, folder);
    const bySchema = Object.keys(database.migrations).map((schema) => {
      const own = database.tables.filter((each) => each.schema === schema);
      return [schema, own.length, own.reduce((sum, { rows }) => sum + rows, 0)];
    });
    console.log(table([['SERVICE', 'TABLES', 'ROWS'], ...bySchema]));
    console.log(`${objects.count} objects, ${megabytes(objects.bytes)}. This is ${installation.name} as of ${database.snapshotAt}, in ${folder}.`);
    if (objects.missing.length > 0) console.log(`${objects.missing.length} objects were deleted while the backup ran, together with what showed them.`);
  } finally {
    await client.end();
  }
});
