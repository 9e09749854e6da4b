import { join, resolve } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT, dataPaths } from '../local/paths.mjs';
import { megabytes, table } from './command.mjs';
import { inconsistencies } from './consistency.mjs';
import { envelopeFor, envelopeFrom, makeKey } from './envelope.mjs';
import { BackupFiles, PLAIN } from './files.mjs';
import { openBackup } from './manifest.mjs';
import { noteMetrics, seconds } from './metrics.mjs';
import { noteVerified, openShelf, parseKeep } from './retention.mjs';
import { openScratch } from './scratch.mjs';
import { takeBackup } from './take.mjs';
import { roomFor, verifyBackup } from './verify.mjs';

const say = (line) => console.log(line);

/**
 * What `npm run backup` does.
 * @param {import('./command.mjs').Context} context
 * @param {string} usage
 * @throws {LaunchFailure} for options that do not go together, and whatever goes wrong
 */
export async function runBackup(context, usage) {
  const { values } = context;
  const aims = ['to', 'into', 'from', 'new-key', 'check'].filter((name) => values[name]);
  if (aims.length !== 1)
    throw new LaunchFailure(`Give one of --to, --into, --from, --check and --new-key.\n\n${usage}`);
  if (values.keep && !values.into) throw new LaunchFailure('--keep removes old backups of a folder that --into names.');
  if (values.from && !values.verify) throw new LaunchFailure('--from goes with --verify.');
  if (values.identity && !values.from)
    throw new LaunchFailure('--identity goes with --from; a new backup is encrypted for --recipient.');
  if (values.check) return checkRows(context);
  if (values['new-key']) return newKey(resolve(values['new-key']));
  /** @type {Parameters<typeof noteMetrics>[1]} */
  const noted = {};
  try {
    await (values.from ? tryExisting(context, noted) : takeNew(context, noted));
  } catch (error) {
    noted.backup_last_failure_timestamp_seconds = seconds();
    throw error;
  } finally {
    const folder = values.metrics ?? (values.compose ? context.env.METRICS_DIR || '.data/metrics' : undefined);
    if (folder) await noteMetrics(resolve(ROOT, folder), noted, (line) => console.warn(line));
  }
}

async function checkRows({ find, definitions }) {
  const services = (await definitions()).map(({ name }) => name);
  const client = await (await find(false)).connect();
  try {
    await client.query('set statement_timeout = 0; begin isolation level repeatable read read only');
    const wrong = await inconsistencies(client, services);
    if (wrong.length > 0)
      throw new LaunchFailure('Rows do not fit each other: see above.', { detail: wrong.join('\n') });
    say('Rows fit each other.');
  } finally {
    await client.end();
  }
}

async function newKey(path) {
  const recipient = await makeKey(path);
  say(`The secret key is in ${path}. Move it to another machine: backups cannot be read without it.`);
  say(`The public key, for BACKUP_RECIPIENTS in .env:\n${recipient}`);
}

async function tryExisting({ values, env, definitions }, noted) {
  const folder = resolve(values.from);
  const envelope = values.identity ? await envelopeFrom(resolve(values.identity)) : PLAIN;
  await tryRestore(folder, envelope, { values, env, definitions: await definitions() }, noted);
}

async function takeNew(context, noted) {
  const { values, env } = context;
  const rules = values.keep ? parseKeep(values.keep) : undefined;
  const recipients = values.recipient ?? (env.BACKUP_RECIPIENTS ?? '').split(/[\s,]+/).filter(Boolean);
  const envelope = recipients.length > 0 ? await envelopeFor(recipients) : PLAIN;
  const definitions = await context.definitions();
  const shelf = values.into ? await openShelf(resolve(values.into)) : undefined;
  try {
    let folder = shelf?.path ?? resolve(values.to);
    await backUp(context, definitions, new BackupFiles(folder, envelope), noted);
    if (shelf) folder = await shelf.finish();
    say(`Complete: ${folder}`);
    noted.backup_last_success_timestamp_seconds = seconds();
    if (values.verify) await tryRestore(folder, envelope, { values, env, definitions }, noted);
    const removed = rules ? await shelf.prune(rules) : [];
    if (removed.length > 0) say(`Removed: ${removed.join(', ')}`);
  } catch (cause) {
    if (cause.code !== 'ENOSPC') throw cause;
    throw new LaunchFailure(`The disk of ${resolve(values.into ?? values.to)} is full.`, { cause });
  } finally {
    // With it goes what is not complete.
    await shelf?.close();
  }
}

async function backUp({ find }, definitions, files, noted) {
  const installation = await find(false);
  const client = await installation.connect();
  let backup;
  try {
    const services = definitions.map(({ name }) => name);
    backup = await takeBackup({ client, objects: installation.objects, services }, files);
  } finally {
    await client.end();
  }
  const { database, objects } = backup.manifest;
  const bytes = objects.bytes + database.tables.reduce((sum, table) => sum + table.bytes, 0);
  noted.backup_rows = database.tables.reduce((sum, { rows }) => sum + rows, 0);
  noted.backup_objects = objects.count;
  noted.backup_last_size_bytes = bytes;
  say(summary(backup));
  say(
    `${objects.count} objects; ${megabytes(bytes)} in all. This is ${installation.name} as of ${database.snapshotAt}.`,
  );
  if (objects.missing.length > 0)
    say(`${objects.missing.length} objects were deleted while the backup ran, together with what showed them.`);
}

/** From the disk, as a restore reads it. */
async function tryRestore(root, envelope, { values, env, definitions }, noted) {
  say('Checking every file ...');
  const backup = await openBackup(root, envelope);
  const folder = values.scratch ? resolve(values.scratch) : join(dataPaths(env.DATA_DIR || '.data').root, 'verify');
  const services = Object.keys(backup.manifest.database.migrations);
  const place = { services, folder, room: roomFor(backup.manifest), url: env.SCRATCH_DATABASE_URL };
  const scratch = await openScratch(place);
  try {
    const result = await verifyBackup(backup, { definitions, scratch, report: say });
    await noteVerified(root, result);
    noted.restore_verified_timestamp_seconds = seconds();
    say(`A restore brings back all of it: ${result.rows} rows in ${result.tables} tables, ${result.objects} objects.`);
  } finally {
    await scratch.close();
  }
}

function summary({ manifest: { database } }) {
  const bySchema = Object.keys(database.migrations).map((schema) => {
    const own = database.tables.filter((each) => each.schema === schema);
    return [schema, own.length, own.reduce((sum, { rows }) => sum + rows, 0)];
  });
  return table([['SERVICE', 'TABLES', 'ROWS'], ...bySchema]);
}
