/** `npm run backup`: takes a backup, or tries one. */
import { join, resolve } from 'node:path';
import type { ServiceDefinition } from '@inkling/platform';
import { FLAG, TEXT, readCommandLine } from '../local/command-line.mts';
import { LaunchFailure, codeOf } from '../local/failure.mjs';
import { ROOT, dataPaths } from '../local/paths.mjs';
import { COMMON, WHICH, inContext, megabytes, say, table, type Context } from './command.mts';
import { inconsistencies } from './consistency.mts';
import { keepList, listDeletions, type DeletionList } from './deletion-lists.mts';
import { envelopeFor, envelopeFrom, makeKey } from './envelope.mts';
import { BackupFiles, PLAIN, type Envelope } from './files.mts';
import { openBackup, type Manifest } from './manifest.mts';
import { noteMetrics, seconds, type Metrics } from './metrics.mts';
import { noteVerified, openBackupFolder, parseKeep } from './retention.mts';
import { openScratch } from './scratch.mts';
import { takeBackup } from './take.mts';
import { roomFor, verifyBackup } from './verify.mts';

const HELP = `Usage: npm run backup -- --to DIR | --into DIR [--keep RULE] [--verify] [--compose]
       npm run backup -- --from DIR --verify [--identity FILE]
       npm run backup -- --check [--compose]
       npm run backup -- --deletions DIR [--compose]
       npm run backup -- --new-key FILE

Writes databases and objects, as of one moment, into a new folder. The installation goes on meanwhile.

  --to DIR          that new folder
  --into DIR        a folder of backups; the new one is named after the time
  --keep RULE       with --into, removes older ones afterwards: 14 keeps the newest 14; 7d,4w,12m one of each of the
                    last seven days, four weeks and twelve months. The newest always stays, and the newest whose restore
                    was tried
  --verify          restores it into a scratch database, and compares
  --from DIR        tries an existing backup; needs no installation
  --check           looks at the live database alone: votes without their poll, wrong counters, and the like
  --deletions DIR   writes only the list of deleted accounts, into DIR/deletions. DIR is the folder of --into, which
                    writes that list as well: a restore deletes these accounts again
  --recipient KEY   encrypts for this public key of age; may be given more than once. Otherwise BACKUP_RECIPIENTS
  --identity FILE   with --from, the secret key of an encrypted backup
  --new-key FILE    makes such a pair of keys: the secret one in FILE, which belongs on another machine
  --metrics DIR     notes the time of success in DIR/backup.prom, for node_exporter's textfile collector. With --compose
                    METRICS_DIR (.data/metrics) unless another is given
  --scratch DIR     where the scratch database is meanwhile (DATA_DIR/verify). With SCRATCH_DATABASE_URL, an owner's
                    URL, it is on that server instead

${WHICH}`;

const OPTIONS = {
  ...COMMON,
  to: TEXT,
  into: TEXT,
  from: TEXT,
  keep: TEXT,
  identity: TEXT,
  metrics: TEXT,
  scratch: TEXT,
  deletions: TEXT,
  'new-key': TEXT,
  recipient: { ...TEXT, multiple: true },
  verify: FLAG,
  check: FLAG,
} as const;
const AIMS = ['to', 'into', 'from', 'new-key', 'check', 'deletions'] as const;

const read = (args: string[]) => readCommandLine('npm run backup --', { args, options: OPTIONS }).values;
type Options = ReturnType<typeof read>;

/** @throws {LaunchFailure} for options that do not go together, and whatever goes wrong */
export async function backup(args: string[]) {
  const options = read(args);
  if (options.help) return console.log(HELP);
  return inContext(options, (context) => runBackup(options, context));
}

/** What the steps of a run share. */
interface Run {
  options: Options;
  context: Context;
  /** Filled in as far as the run gets. */
  metrics: Metrics;
}

/** The same with options that have been read. */
export async function runBackup(options: Options, context: Context) {
  if (AIMS.filter((name) => options[name]).length !== 1)
    throw new LaunchFailure(
      'Give one of --to, --into, --from, --check, --deletions and --new-key. See npm run backup -- --help.',
    );
  if (options.keep && !options.into)
    throw new LaunchFailure('--keep removes old backups of a folder that --into names.');
  if (options.from && !options.verify) throw new LaunchFailure('--from goes with --verify.');
  if (options.identity && !options.from)
    throw new LaunchFailure('--identity goes with --from; a new backup is encrypted for --recipient.');
  if (options.check) return checkRows(context);
  if (options['new-key']) return newKey(resolve(options['new-key']));
  if (options.deletions) return listOnly(resolve(options.deletions), options, context);
  const metrics: Metrics = {};
  try {
    const run = { options, context, metrics };
    await (options.from ? tryExisting(resolve(options.from), run) : takeNew(run));
  } catch (error) {
    metrics.backup_last_failure_timestamp_seconds = seconds();
    throw error;
  } finally {
    const folder = options.metrics ?? (options.compose ? context.env.METRICS_DIR || '.data/metrics' : undefined);
    if (folder) await noteMetrics(resolve(ROOT, folder), metrics, (line) => console.warn(line));
  }
}

async function checkRows({ find, definitions }: Context) {
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

async function newKey(path: string) {
  const recipient = await makeKey(path);
  say(`The secret key is in ${path}. Move it to another machine: backups cannot be read without it.`);
  say(`The public key, for BACKUP_RECIPIENTS in .env:\n${recipient}`);
}

async function tryExisting(folder: string, run: Run) {
  const { identity } = run.options;
  const envelope = identity ? await envelopeFrom(resolve(identity)) : PLAIN;
  await tryRestore(folder, envelope, await run.context.definitions(), run);
}

async function takeNew(run: Run) {
  const { options, context, metrics } = run;
  const rules = options.keep ? parseKeep(options.keep) : [];
  const envelope = await envelopeOf(options, context);
  const definitions = await context.definitions();
  const place = resolve(options.into ?? options.to ?? '');
  const backups = options.into ? await openBackupFolder(place) : undefined;
  try {
    let folder = backups?.path ?? place;
    const list = await take(new BackupFiles(folder, envelope), definitions, run);
    if (backups) folder = await backups.finish();
    if (backups && list) await keepList(place, list, envelope);
    say(`Complete: ${folder}`);
    metrics.backup_last_success_timestamp_seconds = seconds();
    if (options.verify) await tryRestore(folder, envelope, definitions, run);
    const removed = backups && rules.length > 0 ? await backups.prune(rules) : [];
    if (removed.length > 0) say(`Removed: ${removed.join(', ')}`);
  } catch (cause) {
    if (codeOf(cause) !== 'ENOSPC') throw cause;
    throw new LaunchFailure(`The disk of ${place} is full.`, { cause });
  } finally {
    // Removes a backup that is not complete.
    await backups?.close();
  }
}

async function envelopeOf({ recipient }: Options, { env }: Context): Promise<Envelope> {
  const recipients = recipient ?? (env.BACKUP_RECIPIENTS ?? '').split(/[\s,]+/).filter(Boolean);
  return recipients.length > 0 ? envelopeFor(recipients) : PLAIN;
}

async function listOnly(root: string, options: Options, context: Context) {
  const client = await (await context.find(false)).connect();
  try {
    const list = await listDeletions(client);
    if (list) await keepList(root, list, await envelopeOf(options, context));
  } finally {
    await client.end();
  }
}

/** @returns the list of deleted accounts at its end */
async function take(files: BackupFiles, definitions: ServiceDefinition[], { context, metrics }: Run) {
  const { name, objects: store, connect } = await context.find(false);
  const client = await connect();
  let manifest: Manifest;
  let list: DeletionList | undefined;
  try {
    const services = definitions.map((definition) => definition.name);
    ({ manifest } = await takeBackup({ client, objects: store, services }, files));
    list = await listDeletions(client);
  } finally {
    await client.end();
  }
  const { database, objects } = manifest;
  const bytes = objects.bytes + database.tables.reduce((sum, table) => sum + table.bytes, 0);
  metrics.backup_rows = database.tables.reduce((sum, { rows }) => sum + rows, 0);
  metrics.backup_objects = objects.count;
  metrics.backup_last_size_bytes = bytes;
  const bySchema = Object.keys(database.migrations).map((schema) => {
    const own = database.tables.filter((each) => each.schema === schema);
    return [schema, own.length, own.reduce((sum, { rows }) => sum + rows, 0)];
  });
  say(table([['SERVICE', 'TABLES', 'ROWS'], ...bySchema]));
  say(`${objects.count} objects; ${megabytes(bytes)} in all. This is ${name} as of ${database.snapshotAt}.`);
  if (objects.missing.length > 0)
    say(`${objects.missing.length} objects were deleted while the backup ran, together with what showed them.`);
  return list;
}

/** Reads the backup from the disk, as a restore does. */
async function tryRestore(root: string, envelope: Envelope, definitions: ServiceDefinition[], run: Run) {
  const { options, context, metrics } = run;
  say('Checking every file ...');
  const backup = await openBackup(root, envelope);
  const data = dataPaths(context.env.DATA_DIR || '.data').root;
  const scratch = await openScratch({
    services: Object.keys(backup.manifest.database.migrations),
    folder: options.scratch ? resolve(options.scratch) : join(data, 'verify'),
    room: roomFor(backup.manifest),
    url: context.env.SCRATCH_DATABASE_URL,
  });
  try {
    const result = await verifyBackup(backup, { definitions, scratch, report: say });
    await noteVerified(root, result);
    metrics.restore_verified_timestamp_seconds = seconds();
    say(`A restore brings back all of it: ${result.rows} rows in ${result.tables} tables, ${result.objects} objects.`);
  } finally {
    await scratch.close();
  }
}
