import { fileURLToPath } from 'node:url';
import { runCommand, table } from './command.mjs';
import { SCOPE } from './scope.mjs';

const usage = `Usage: npm run restore -- --from DIR [--replace] [--compose]

Puts a backup into an installation whose services are stopped, and checks that all of it is there.

  --replace     what is there already goes; without it, a restore into anything but an empty installation is refused
${SCOPE}`;

const options = { from: { type: 'string' }, replace: { type: 'boolean', default: false } };
await runCommand(fileURLToPath(import.meta.url), { usage, options, folder: 'from', restoring: true }, async ({ folder, values, installation, definitions }) => {
  const [{ openBackup }, { putBack }] = await Promise.all([import('./manifest.mjs'), import('./put-back.mjs')]);
  console.log('Checking the backup ...');
  const backup = await openBackup(folder);
  const { tables, objects, absent, removed } = await putBack({ ...installation, definitions }, backup, folder, { replace: values.replace, report: (line) => console.log(line) });
  console.log(table([['TABLE', 'BACKUP', 'RESTORED'], ...tables.map(({ schema, table: name, rows, expected }) => [`${schema}.${name}`, expected, rows])]));
  console.log(`${objects} objects are stored${removed > 0 ? `, ${removed} others removed` : ''}.`);
  if (absent.length > 0) console.log(`${absent.length} objects that rows name are not in the backup; they were deleted while it was made.`);
  console.log(`This is ${installation.name} as of ${backup.manifest.database.snapshotAt}. Start it: events of the 14 days before are published again, and ignored where they were taken in.`);
});
