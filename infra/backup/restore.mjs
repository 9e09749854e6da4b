import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { runCommand, table } from './command.mjs';
import { SCOPE } from './scope.mjs';

const usage = `Usage: npm run restore -- --from DIR [--identity FILE] [--replace] [--compose]
       npm run restore -- --compose --to-time MOMENT
       npm run restore -- --recovered [--compose]

Puts a backup into an installation whose services are stopped, and checks that all of it is there. With --compose it starts
PostgreSQL, NATS and the S3 store when they do not run, so that an empty host needs no more than the repository and .env.

  --from DIR       the backup
  --identity FILE  the secret key of an encrypted backup
  --replace        what is there already goes; without it, a restore into anything but an empty installation is refused
  --to-time MOMENT brings the database back to that moment, as 2026-11-22T03:00:00Z, or latest: from the continuous archive of
                   the compose profile "backup". Objects stay as they are
  --recovered      the database was brought back to an earlier moment by other means, as CloudNativePG does: makes the event
                   streams and the marks of events fit it, and names pictures that are gone

${SCOPE}`;

const options = {
  from: { type: 'string' },
  identity: { type: 'string' },
  replace: { type: 'boolean', default: false },
  recovered: { type: 'boolean', default: false },
  'to-time': { type: 'string' },
};

await runCommand(fileURLToPath(import.meta.url), { usage, options }, async (context) => {
  const { values } = context;
  const aims = ['from', 'to-time', 'recovered'].filter((name) => values[name]);
  if (aims.length !== 1) throw new LaunchFailure(`Give one of --from, --to-time and --recovered.\n\n${usage}`);
  if (values['to-time']) await toTime(context);
  else await (values.recovered ? fitRecovered(context) : restore(context));
});

/** @param {import('./command.mjs').Context} context */
async function toTime(context) {
  const { values, definitions } = context;
  if (!values.compose) throw new LaunchFailure('--to-time goes with --compose.');
  const { parseMoment, recoverToTime } = await import('./to-time.mjs');
  const moment = parseMoment(values['to-time']);
  const services = (await definitions()).map(({ name }) => name);
  const report = (line) => console.log(line);
  await recoverToTime({ envFile: resolve(ROOT, values['env-file']), moment, services, report });
  await fitRecovered(context);
}

/** @param {import('./command.mjs').Context} context */
async function fitRecovered({ definitions: load, find }) {
  const { fitToDatabase } = await import('./recovered.mjs');
  const services = (await load()).map(({ name }) => name);
  const installation = await find(true);
  await installation.check?.();
  const { moment, wrong, absent } = await fitToDatabase(installation, services);
  if (absent.length > 0) console.log(`Pictures and videos that rows name and that are gone:\n${absent.join('\n')}`);
  if (wrong.length > 0) throw new LaunchFailure('Rows do not fit each other: see above.', { detail: wrong.join('\n') });
  console.log(`This is ${installation.name} as of ${moment}, and its rows fit each other. Start it.`);
}

/** @param {import('./command.mjs').Context} context */
async function restore({ values, definitions: load, find }) {
  const [{ openBackup }, { putBack }] = await Promise.all([import('./manifest.mjs'), import('./put-back.mjs')]);
  const envelope = values.identity
    ? await import('./envelope.mjs').then(({ envelopeFrom }) => envelopeFrom(resolve(values.identity)))
    : undefined;
  console.log('Checking the backup ...');
  const backup = await openBackup(resolve(values.from), envelope);
  const definitions = await load();
  const installation = await find(true);
  await installation.check?.();
  const report = (line) => console.log(line);
  const target = { ...installation, definitions };
  const { tables, objects, absent, removed } = await putBack(target, backup, { replace: values.replace, report });
  const rows = tables.map(({ schema, table: name, rows: found, expected }) => [`${schema}.${name}`, expected, found]);
  console.log(table([['TABLE', 'BACKUP', 'RESTORED'], ...rows]));
  console.log(`${objects} objects are stored${removed > 0 ? `, ${removed} others removed` : ''}.`);
  if (absent.length > 0)
    console.log(`${absent.length} objects that rows name are not in the backup; they were deleted while it was made.`);
  const { snapshotAt } = backup.manifest.database;
  console.log(
    `This is ${installation.name} as of ${snapshotAt}. Start it${values.compose ? ': npm run compose -- up -d --build --wait' : ''}.`,
  );
  console.log('Events of the 14 days before are published again, and ignored where they were taken in.');
}
