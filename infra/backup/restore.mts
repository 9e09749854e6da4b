/** `npm run restore`: brings a backup, or a moment of the past, back. */
import { resolve } from 'node:path';
import { FLAG, TEXT, readCommandLine } from '../local/command-line.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { COMMON, WHICH, inContext, say, table, type Context } from './command.mts';
import { listsBeside, type DeletionList } from './deletion-lists.mts';
import { envelopeFrom } from './envelope.mts';
import { gatherBeforeRecovery, gatherLists } from './gather-lists.mts';
import { openBackup } from './manifest.mts';
import { fitToDatabase } from './recovered.mts';
import type { Repeated } from './repeat-deletions.mts';
import { restoreBackup } from './restore-backup.mts';
import { textOf } from './tables.mts';
import { parseMoment, recoverToTime } from './to-time.mts';

const HELP = `Usage: npm run restore -- --from DIR [--identity FILE] [--replace] [--compose]
       npm run restore -- --compose --to-time MOMENT
       npm run restore -- --recovered [--compose]

Restores a backup into an installation whose services are stopped, and checks that all of it is there. With --compose it
starts PostgreSQL, NATS and the S3 store when they do not run, so that an empty host needs no more than the repository
and .env. Accounts that were deleted after the backup are deleted again, as far as a list of deletions knows them.

  --from DIR       the backup
  --identity FILE  the secret key of an encrypted backup
  --replace        what is there already goes; without it, a restore into anything but an empty installation is refused
  --to-time MOMENT brings the database back to that moment, as 2026-11-22T03:00:00Z, or latest: from the continuous
                   archive of the compose profile "backup". Objects stay as they are
  --recovered      the database was brought back to an earlier moment by other means, as CloudNativePG does: makes the
                   event streams and the marks of events fit it, and names pictures that are gone
  --deletions DIR  where lists of deletions are; without it "deletions" beside the backup. Lists of what is replaced and
                   of the continuous archive are used too, and with PREVIOUS_DATABASE_URL that of another database.
                   With "none", people who deleted their accounts later are back

${WHICH}`;

const OPTIONS = {
  ...COMMON,
  from: TEXT,
  identity: TEXT,
  replace: FLAG,
  recovered: FLAG,
  deletions: TEXT,
  'to-time': TEXT,
} as const;
const AIMS = ['from', 'to-time', 'recovered'] as const;

const read = (args: string[]) => readCommandLine('npm run restore --', { args, options: OPTIONS }).values;
type Options = ReturnType<typeof read>;

/** @throws {LaunchFailure} for options that do not go together, and whatever goes wrong */
export async function restore(args: string[]) {
  const options = read(args);
  if (options.help) return console.log(HELP);
  return inContext(options, async (context) => {
    if (AIMS.filter((name) => options[name]).length !== 1)
      throw new LaunchFailure('Give one of --from, --to-time and --recovered. See npm run restore -- --help.');
    if (options.from) return restoreFrom(options.from, options, context);
    return fitRecovered(context, options, options['to-time'] ? await goBack(options['to-time'], options, context) : {});
  });
}

/** The restored database, and the lists of deletions that were found before. */
interface Recovered {
  /** ISO instant, where it is known. */
  moment?: string;
  lists?: DeletionList[];
}

async function goBack(time: string, options: Options, { definitions, envFile }: Context): Promise<Recovered> {
  if (!options.compose) throw new LaunchFailure('--to-time goes with --compose.');
  const moment = parseMoment(time);
  const services = (await definitions()).map(({ name }) => name);
  // The latest moment is younger than any list.
  const lists = moment && options.deletions !== 'none' ? await gatherBeforeRecovery(envFile, say) : [];
  await recoverToTime({ envFile, moment, services, report: say });
  return { moment, lists };
}

async function fitRecovered(
  context: Context,
  { deletions: given, identity }: Options,
  { moment: at, lists }: Recovered,
) {
  const { definitions, find, env } = context;
  const envelope = identity ? await envelopeFrom(resolve(identity)) : undefined;
  const known = { moment: at, lists: lists ?? (await gatherLists({ given, envelope, env, report: say })) };
  const services = (await definitions()).map(({ name }) => name);
  const installation = await find(true);
  await installation.check();
  const { moment, wrong, absent, deletions } = await fitToDatabase(installation, services, known);
  if (at !== '') sayDeletions(deletions, moment);
  if (absent.length > 0) say(`Pictures and videos that rows name and that are gone:\n${absent.join('\n')}`);
  if (wrong.length > 0) throw new LaunchFailure('Rows do not fit each other: see above.', { detail: wrong.join('\n') });
  say(`This is ${installation.name} as of ${moment}, and its rows fit each other. Start it.`);
}

async function restoreFrom(from: string, options: Options, context: Context) {
  const { identity, replace, compose, deletions: given } = options;
  const envelope = identity ? await envelopeFrom(resolve(identity)) : undefined;
  say('Checking the backup ...');
  const backup = await openBackup(resolve(from), envelope);
  const definitions = await context.definitions();
  const installation = await context.find(true);
  await installation.check();
  const target = { ...installation, definitions };
  const lists = await gatherLists({
    given,
    beside: listsBeside(resolve(from)),
    envelope,
    installation,
    env: context.env,
    envFile: compose ? context.envFile : undefined,
    report: say,
  });
  const restored = await restoreBackup(target, backup, { replace, lists, report: say });
  const { tables, objects, absent, removed, deletions } = restored;
  const rows = tables.map(({ rows: found, expected, ...name }) => [textOf(name), expected, found]);
  say(table([['TABLE', 'BACKUP', 'RESTORED'], ...rows]));
  say(`${objects} objects are stored${removed > 0 ? `, ${removed} others removed` : ''}.`);
  if (absent.length > 0)
    say(`${absent.length} objects that rows name are not in the backup; they were deleted while it was made.`);
  sayDeletions(deletions, backup.manifest.database.snapshotAt);
  const start = compose ? ': npm run compose -- up -d --build --wait' : '';
  say(`This is ${installation.name} as of ${backup.manifest.database.snapshotAt}. Start it${start}.`);
  say('Events of the 14 days before the backup are published again; services that consumed them ignore them.');
}

/** @param asOf ISO instant of the restored database */
function sayDeletions({ begun, pending, withdrawn, strange, upTo }: Repeated, asOf: string) {
  for (const from of strange) say(`The list of deletions in ${from} belongs to another installation and is not used.`);
  if (!upTo) return say(`No list of deletions was used: people who deleted their accounts after ${asOf} are back.`);
  const done = `${begun} begin again when it starts, ${pending} wait for their day, ${withdrawn} were taken back`;
  say(`Deletions of accounts as of ${upTo}: ${done}.`);
  if (Date.parse(upTo) < Date.parse(asOf)) return;
  say(`What people asked for after ${upTo} is not known.`);
}
