import { mkdir, readdir } from 'node:fs/promises';
import { dumpDatabase } from './database.mjs';
import { writeManifest } from './manifest.mjs';
import { copyObjects, dropUnnamed, writeList } from './objects.mjs';

/**
 * Backs up a running installation: one moment of all databases, and every object that a row names at it.
 * @param {object} source
 * @param {import('pg').Client} source.client the owner's
 * @param {import('./object-stores.mjs').Objects} source.objects
 * @param {readonly string[]} source.services
 * @param {string} folder new or empty
 * @returns {Promise<import('./manifest.mjs').Manifest>}
 * @throws {Error} when the folder holds something, or a part cannot be read
 */
export async function takeBackup({ client, objects, services }, folder) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: a backup needs a folder of its own.`);
  const startedAt = new Date().toISOString();
  const have = new Map();
  // Nearly all of it beforehand: from the moment on, an object may go with what shows it, and then only these few can be missed.
  await copyObjects(objects, objects.keys(), folder, have);
  /** @type {Set<string>} */
  let named = new Set();
  const database = await dumpDatabase(client, services, folder, async (keys) => {
    named = new Set(keys);
    await copyObjects(objects, keys, folder, have);
  });
  await dropUnnamed(folder, have, named);
  const missing = [...named].filter((key) => !have.has(key)).sort();
  const list = await writeList(folder, have);
  return writeManifest(folder, { startedAt, finishedAt: new Date().toISOString(), database, objects: { ...list, missing } });
}
