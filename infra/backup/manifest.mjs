import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIST, damagedObjects, isIntact, readList } from './objects.mjs';

const FORMAT = 1;
const NAME = 'manifest.json';

/**
 * What a backup holds. It is written last: a folder without one is no backup.
 * @typedef {object} Manifest
 * @property {number} format
 * @property {string} startedAt
 * @property {string} finishedAt
 * @property {import('./database.mjs').DatabaseEntry} database
 * @property {{ count: number, bytes: number, list: { bytes: number, sha256: string }, missing: string[] }} objects
 *   `missing`: named by a row and deleted before they could be copied
 */

const checksumOf = (manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** @param {Omit<Manifest, 'format'>} content */
export async function writeManifest(folder, content) {
  const manifest = { format: FORMAT, ...content };
  const draft = join(folder, `${NAME}.new`);
  await writeFile(draft, `${JSON.stringify({ sha256: checksumOf(manifest), manifest }, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(folder, NAME));
  return manifest;
}

/**
 * Reads a backup and checks every file of it.
 * @returns {Promise<{ manifest: Manifest, objects: Map<string, { bytes: number, sha256: string }> }>}
 * @throws {Error} saying what is damaged
 */
export async function openBackup(folder) {
  const text = await readFile(join(folder, NAME), 'utf8').catch((cause) => {
    throw new Error(`${folder} holds no complete backup: it has no ${NAME}.`, { cause });
  });
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${NAME} is damaged.`, { cause });
  }
  const { sha256, manifest } = parsed;
  if (!manifest || sha256 !== checksumOf(manifest)) throw new Error(`${NAME} is damaged.`);
  if (manifest.format !== FORMAT) throw new Error(`This backup has format ${manifest.format}, and this version reads ${FORMAT}.`);
  for (const { file, ...expected } of [...manifest.database.tables, { file: LIST, ...manifest.objects.list }]) {
    if (!(await isIntact(join(folder, file), expected))) throw new Error(`${file} is missing or damaged.`);
  }
  const objects = await readList(folder);
  const damaged = await damagedObjects(folder, objects);
  if (damaged.length > 0) throw new Error(`${damaged.length} objects are missing or damaged, ${damaged[0]} among them.`);
  return { manifest, objects };
}
