import { resolve } from 'node:path';
import { reasonOf } from '../local/failure.mjs';
import { connect } from '../local/postgres.mts';
import { composeArguments, docker } from './composed.mts';
import type { Environment } from './object-stores.mts';
import { deletionsQuery, listDeletions, listsFrom, newestList, type DeletionList } from './deletion-lists.mts';
import type { Envelope } from './files.mts';
import type { Installation } from './installations.mts';

const PSQL = ['psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-U', 'inkling', '-d', 'inkling', '-c'];
/** Prints the newest list of each history of the continuous archive, after its name. */
const ARCHIVED = `for folder in /archive/*/deletions; do
  name=$(ls -1 "$folder" 2>/dev/null | grep '[.]json$' | tail -n 1)
  [ -z "$name" ] || { printf '%s ' "$name"; cat "$folder/$name"; echo; }
done`;

/** Where lists of deletions may be. */
export interface Places {
  /** `none`: use no list; otherwise a folder that is looked at instead of `beside`. */
  given?: string;
  /** Folder of lists beside a backup. */
  beside?: string;
  envelope?: Envelope;
  /** The installation that is replaced, if its database can be read. */
  installation?: Pick<Installation, 'connect'>;
  env: Environment;
  /** With `--compose`: the file of variables. */
  envFile?: string;
  report: (line: string) => void;
}

/**
 * Gathers lists from the folder of backups, from the database to be replaced, from PREVIOUS_DATABASE_URL, and from the
 * continuous archive of compose.
 * @throws {LaunchFailure} when a list in a folder, or PREVIOUS_DATABASE_URL, cannot be read
 */
export async function gatherLists({ given, beside, envelope, installation, env, envFile, report }: Places) {
  if (given === 'none') return [];
  const lists: (DeletionList | undefined)[] = [];
  const folder = given ? resolve(given) : beside;
  if (folder) lists.push(await newestList(folder, envelope));
  const previous = env.PREVIOUS_DATABASE_URL;
  if (previous) lists.push(await ask(() => connect(previous)));
  // On an empty host there is neither a database nor an archive.
  if (installation)
    try {
      lists.push(await ask(installation.connect));
    } catch (error) {
      report(`What is there now cannot be asked for deletions of accounts: ${reasonOf(error)}.`);
    }
  if (envFile) lists.push(...(await archivedLists(envFile, report)));
  return lists.filter((list) => list !== undefined);
}

/** The same before PostgreSQL of compose goes back to a moment. It may be down; the archive then has its last list. */
export async function gatherBeforeRecovery(envFile: string, report: (line: string) => void): Promise<DeletionList[]> {
  const moment = new Date().toISOString();
  const compose = composeArguments(envFile);
  const present = await docker([...compose, 'exec', '-T', 'postgres', ...PSQL, await deletionsQuery()]).then(
    (text) => [{ moment, text, from: 'the present database' }],
    () => {
      report('PostgreSQL cannot be asked for deletions of accounts; those that the archive lists are used.');
      return [];
    },
  );
  return [...present, ...(await archivedLists(envFile, report))];
}

async function archivedLists(envFile: string, report: (line: string) => void): Promise<DeletionList[]> {
  const run = ['--profile', 'recover', 'run', '--rm', '-T', '--no-deps', '--entrypoint', 'sh', 'recover'];
  try {
    return listsFrom(await docker([...composeArguments(envFile), ...run, '-c', ARCHIVED]));
  } catch (error) {
    report(`The continuous archive cannot be asked for deletions of accounts: ${reasonOf(error)}`);
    return [];
  }
}

async function ask(open: Installation['connect']): Promise<DeletionList | undefined> {
  const client = await open();
  try {
    return await listDeletions(client);
  } finally {
    await client.end();
  }
}
