/** Lists of deleted accounts: what a restore must carry out again, kept outside the database (ADR 28). */
import { createHash } from 'node:crypto';
import { readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { LaunchFailure, codeOf, reasonOf } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { BackupFiles, PLAIN, type Envelope } from './files.mts';
import { keptBy, parseKeep } from './retention.mts';
import { OLD } from './tables.mts';

const QUERY_FILE = join(ROOT, 'infra/postgres/archive/deletions.sql');
/** Beside the backups. */
const FOLDER = 'deletions';
/** A list's moment; in a folder of backups also a checksum: `2026-11-23T03-17-00.123Z.0123456789abcdef.json.age`. */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:\.([0-9a-f]{16}))?\.json(?:\.age)?$/;
/** Every list is complete, so older ones are needed only if the newest is damaged. */
const KEPT = '50,60d';

/** All deletions that an installation knew of at a moment. */
export interface DeletionList {
  /** ISO instant. */
  moment: string;
  /** Where it was found, for messages. */
  from: string;
  /** JSON, as deletions.sql makes it. */
  text: string;
}

export const deletionsQuery = () => readFile(QUERY_FILE, 'utf8');

/**
 * @param client the owner's
 * @returns the list as of now, or undefined where there are no accounts or no deletions yet
 */
export async function listDeletions(client: Client): Promise<DeletionList | undefined> {
  // A killed restore has left the old data under another name.
  const { rows: found } = await client.query<{ schema: string }>(
    `select schema from unnest($1::text[]) with ordinality as known (schema, rank)
     where to_regclass(schema || '.account_deletions') is not null order by rank limit 1`,
    [[`auth${OLD}`, 'auth']],
  );
  if (!found[0]) return undefined;
  const query = (await deletionsQuery()).replaceAll(' auth.', ` ${found[0].schema}.`);
  const { rows } = await client.query<{ moment: Date }>('select clock_timestamp() as moment');
  const { rows: lists } = await client.query<{ text: string }>({
    text: `select text from (${bare(query)}) as l (text)`,
  });
  return { moment: rows[0].moment.toISOString(), from: 'the present database', text: lists[0].text };
}

const bare = (query: string) => query.trim().replace(/;$/, '');

/**
 * Writes the list into the folder of backups, unless the newest one there says the same.
 * @param root the folder that `--into` names
 */
export async function keepList(
  root: string,
  { moment, text }: Pick<DeletionList, 'moment' | 'text'>,
  envelope = PLAIN,
) {
  const files = new BackupFiles(join(root, FOLDER), envelope);
  const names = await listNames(files.root);
  const sum = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const newest = names.at(-1);
  if (newest && NAME.exec(newest)?.[5] === sum && newest.endsWith(envelope.suffix)) return;
  const name = `${moment.replaceAll(':', '-')}.${sum}.json`;
  await files.write(`${name}.unfinished`, [text]);
  await rename(files.pathOf(`${name}.unfinished`), files.pathOf(name));
  const lists = names.map((each) => ({ name: each, at: new Date(momentOf(each)), verified: false }));
  const kept = keptBy(lists, parseKeep(KEPT));
  const plain = new BackupFiles(files.root);
  for (const each of names) if (!kept.has(each)) await plain.remove(each);
}

/**
 * Reads the newest list of a folder.
 * @param folder `deletions` in a folder of backups
 * @throws {LaunchFailure} when it is damaged or needs another key
 */
export async function newestList(folder: string, envelope: Envelope = PLAIN): Promise<DeletionList | undefined> {
  const name = (await listNames(folder)).at(-1);
  if (!name) return undefined;
  const path = join(folder, name);
  if (name.endsWith('.age') && envelope === PLAIN)
    throw new LaunchFailure(`The list of deletions ${path} is encrypted: give its key by --identity FILE.`);
  const files = new BackupFiles(folder, name.endsWith('.age') ? envelope : PLAIN);
  try {
    const text = Buffer.concat(await files.read(name.replace(/\.age$/, '')).toArray()).toString();
    return checked({ moment: momentOf(name), from: path, text });
  } catch (cause) {
    throw new LaunchFailure(
      `The list of deletions ${path} cannot be read: ${reasonOf(cause)} Remove it to use the one before it.`,
      { cause },
    );
  }
}

/** Where the lists are that belong to a backup. */
export const listsBeside = (backup: string) => join(backup, '..', FOLDER);

/** @param lines names and contents of lists, one a line, as the continuous archive has them */
export function listsFrom(lines: string): DeletionList[] {
  return lines.split('\n').flatMap((line) => {
    const [name, ...rest] = line.split(' ');
    if (!NAME.test(name)) return [];
    return [checked({ moment: momentOf(name), from: `the continuous archive (${name})`, text: rest.join(' ') })];
  });
}

/** @returns names in order of time; those of files that are being written are left out */
async function listNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((name) => NAME.test(name)).sort();
}

function momentOf(name: string): string {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return `${day}${hours}:${minutes}:${seconds}`;
}

function checked(list: DeletionList): DeletionList {
  const { accounts, deletions } = JSON.parse(list.text);
  if (!Array.isArray(accounts) || !Array.isArray(deletions)) throw new Error('It is no list of deletions.');
  return list;
}
