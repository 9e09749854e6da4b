import { mkdir, readdir } from 'node:fs/promises';
import type { Client } from 'pg';
import { LaunchFailure } from '../local/failure.mjs';
import { dumpDatabase } from './database.mts';
import type { BackupFiles } from './files.mts';
import { writeManifest, type OpenBackup } from './manifest.mts';
import type { Objects } from './object-stores.mts';
import { copyObjects, dropUnnamed, writeList, type ObjectList } from './objects.mts';

/**
 * Backs up a running installation: all databases as of one moment, and every object that a row names at that moment.
 * @param source `client`: the owner's
 * @param files in a new or empty folder
 * @throws {Error} when the folder holds something, or a part cannot be read
 */
export async function takeBackup(
  { client, objects, services }: { client: Client; objects: Objects; services: readonly string[] },
  files: BackupFiles,
): Promise<OpenBackup> {
  await mkdir(files.root, { recursive: true, mode: 0o700 });
  if ((await readdir(files.root)).length > 0)
    throw new LaunchFailure(`${files.root} is not empty: a backup needs a new or empty folder.`);
  const startedAt = new Date().toISOString();
  const have: ObjectList = new Map();
  // Most objects are copied before the database is read. A poll that is deleted later takes its objects with it, so
  // only the few that are copied afterwards can be missing.
  await copyObjects(objects, objects.keys(), files, have);
  let named = new Set<string>();
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
