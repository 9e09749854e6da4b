import { LaunchFailure } from '../local/failure.mjs';
import { inconsistencies } from './consistency.mjs';
import { loadAndCompare, namedObjects } from './database.mjs';
import { migrate, obstacle } from './migrations.mjs';
import { unreadableObjects } from './objects.mjs';

/** Rows take more room in tables with indexes than compressed in a file. */
const ROOM_PER_BYTE = 12;
const ROOM_AT_LEAST = 300e6;

/**
 * Bytes that a trial of a backup may need.
 * @param {import('./manifest.mjs').Manifest} manifest
 */
export const roomFor = (manifest) =>
  ROOM_AT_LEAST + ROOM_PER_BYTE * manifest.database.tables.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Restores a backup into a scratch database, runs the migrations that came since, and compares: rows and bytes of each
 * table, what rows lead to, counters, objects.
 * @param {import('./manifest.mjs').OpenBackup} backup
 * @param {object} options
 * @param {readonly import('@inkling/platform').ServiceDefinition[]} options.definitions of the services
 * @param {import('./scratch.mjs').Scratch} options.scratch
 * @param {(line: string) => void} [options.report]
 * @returns {Promise<{ tables: number, rows: number, objects: number }>} what was compared
 * @throws {LaunchFailure} when the backup would not bring everything back, with one line for each reason
 */
export async function verifyBackup({ manifest, objects, files }, { definitions, scratch, report = () => {} }) {
  const { migrations } = manifest.database;
  const reason = obstacle(migrations, definitions);
  if (reason) throw new LaunchFailure(reason);
  const wrong = [];
  report('Restoring into a scratch database ...');
  const present = definitions.filter(({ name }) => migrations[name]);
  for (const definition of present)
    await migrate(definition, await scratch.urlFor(definition.name), migrations[definition.name]);
  const tables = await loadAndCompare(scratch.client, manifest.database, files);
  for (const [index, { schema, table, rows, same }] of tables.entries()) {
    const expected = manifest.database.tables[index].rows;
    if (rows !== expected) wrong.push(`${schema}.${table} has ${rows} rows, and the backup ${expected}`);
    else if (!same) wrong.push(`${schema}.${table} holds other values than its file`);
  }
  // What holds between rows is asked of the tables that this version knows.
  for (const definition of present) await migrate(definition, await scratch.urlFor(definition.name));
  report('Comparing ...');
  wrong.push(...(await inconsistencies(scratch.client, Object.keys(migrations))));
  const known = new Set([...objects.keys(), ...manifest.objects.missing]);
  for (const key of await namedObjects(scratch.client))
    if (!known.has(key)) wrong.push(`a row names the object ${key}, which is not in the backup`);
  for (const key of await unreadableObjects(files, objects)) wrong.push(`the object ${key} cannot be read`);
  if (wrong.length > 0) {
    const detail = wrong.slice(0, 40).join('\n');
    throw new LaunchFailure(`A restore of this backup is not what was backed up: ${wrong.length} things differ.`, {
      detail,
    });
  }
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), objects: objects.size };
}
