import type { ServiceDefinition } from '@inkling/platform';
import { LaunchFailure } from '../local/failure.mjs';
import { inconsistencies } from './consistency.mts';
import { loadAndCompare, namedObjects } from './database.mts';
import type { Manifest, OpenBackup } from './manifest.mts';
import { migrate, obstacle } from './migrations.mts';
import { unreadableObjects } from './objects.mts';
import type { Scratch } from './scratch.mts';
import { textOf } from './tables.mts';

/** Rows take more room in tables with indexes than compressed in a file. */
const ROOM_PER_BYTE = 12;
const ROOM_AT_LEAST = 300e6;
const MOST_LINES = 40;

/** @returns bytes that a trial of a backup may need */
export const roomFor = ({ database }: Manifest) =>
  ROOM_AT_LEAST + ROOM_PER_BYTE * database.tables.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Restores a backup into a scratch database, runs the migrations that came since, and compares: rows and bytes of each
 * table, what rows lead to, counters, objects.
 * @param options `definitions`: of the services
 * @returns what was compared
 * @throws {LaunchFailure} when the backup would not bring everything back, with one line for each reason
 */
export async function verifyBackup(
  { manifest, objects, files }: OpenBackup,
  {
    definitions,
    scratch,
    report = () => undefined,
  }: { definitions: readonly ServiceDefinition[]; scratch: Scratch; report?: (line: string) => void },
): Promise<{ tables: number; rows: number; objects: number }> {
  const { migrations, tables } = manifest.database;
  const reason = obstacle(migrations, definitions);
  if (reason) throw new LaunchFailure(reason);
  const wrong: string[] = [];
  report('Restoring into a scratch database ...');
  const present = definitions.filter(({ name }) => migrations[name]);
  for (const definition of present)
    await migrate(definition, await scratch.urlFor(definition.name), migrations[definition.name]);
  const compared = await loadAndCompare(scratch.client, manifest.database, files);
  for (const [index, { rows, same, ...table }] of compared.entries()) {
    const expected = tables[index].rows;
    if (rows !== expected) wrong.push(`${textOf(table)} has ${rows} rows, and the backup ${expected}`);
    else if (!same) wrong.push(`${textOf(table)} holds other values than its file`);
  }
  // The statements about rows know the tables of this version.
  for (const definition of present) await migrate(definition, await scratch.urlFor(definition.name));
  report('Comparing ...');
  wrong.push(...(await inconsistencies(scratch.client, Object.keys(migrations))));
  const known = new Set([...objects.keys(), ...manifest.objects.missing]);
  for (const key of await namedObjects(scratch.client))
    if (!known.has(key)) wrong.push(`a row names the object ${key}, which is not in the backup`);
  for (const key of await unreadableObjects(files, objects)) wrong.push(`the object ${key} cannot be read`);
  if (wrong.length > 0)
    throw new LaunchFailure(`A restore of this backup is not what was backed up: ${wrong.length} things differ.`, {
      detail: wrong.slice(0, MOST_LINES).join('\n'),
    });
  return { tables: tables.length, rows: compared.reduce((sum, { rows }) => sum + rows, 0), objects: objects.size };
}
