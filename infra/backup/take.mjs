import { mkdir, readdir } from 'node:fs/promises';
import { LaunchFailure } from '../local/failure.mjs';
import { dumpDatabase } from './database.mjs';
import { writeManifest } from './manifest.mjs';
import { copyObjects, dropUnnamed, writeList } from './objects.mjs';

/**
 * Backs up a running installation: one moment of all databases, and every object that a row names at it.
 * @param {object} source
 * @param {import('pg').Client} source.client the owner's
 * @param {import('./object-stores.mjs').Objects} source.objects
 * @param {readonly string[]} source.services
 * @param {import('./files.mjs').BackupFiles} files in a new or empty folder
 * @returns {Promise<import('./manifest.mjs').OpenBackup>}
 * @throws {Error} when the folder holds something, or a part cannot be read
 */
export async function takeBackup({ client, objects, services }, files) {
  await mkdir(files.root, { recursive: true, mode: 0o700 });
  if ((await readdir(files.root)).length > 0)
    throw new LaunchFailure(`${files.root} is not empty: a backup needs a folder of its own.`);
  const startedAt = new Date().toISOString();
  const have = new Map();
  // Most objects are copied before the database is read. A poll that is deleted later takes its objects with it, so only
  // the few that are copied afterwards can be missing.
  await copyObjects(objects, objects.keys(), files, have);
  /** @type {Set<string>} */
  let named = new Set();
  const database = await dumpDatabase(client, services, files, async (keys) => {
    named = new Set(keys);
    await copyObjects(objects, keys, files, have);
  });
  await dropUnnamed(files, have, named);
  const missing = [...named].filter((key) => !have.has(key)).sort();
  const list = await writeList(files, have);
  const finishedAt = new Date().toISOString();
  const manifest = await writeManifest(files, { startedAt, finishedAt, database, objects: { ...list, missing } });
  return { manifest, objects: have, files };
}
