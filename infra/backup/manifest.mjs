import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { BackupFiles, PLAIN, isIntact } from './files.mjs';
import { LIST, damagedObjects, readList } from './objects.mjs';

/** Plain backups and encrypted ones; a version that knows no encryption refuses the second by its number. */
const FORMATS = { plain: 1, encrypted: 2 };
export const MANIFEST = 'manifest.json';

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

/**
 * A backup whose stored files are all as they were written.
 * @typedef {object} OpenBackup
 * @property {Manifest} manifest
 * @property {import('./objects.mjs').ObjectList} objects
 * @property {import('./files.mjs').BackupFiles} files
 */

const checksumOf = (manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/**
 * Writes the manifest, of an encrypted backup also in encrypted form: who has only the storage can then not write
 * another one.
 * @param {BackupFiles} files
 * @param {Omit<Manifest, 'format'>} content
 * @returns {Promise<Manifest>}
 */
export async function writeManifest(files, content) {
  const encrypted = files.envelope !== PLAIN;
  const manifest = { format: encrypted ? FORMATS.encrypted : FORMATS.plain, ...content };
  const text = `${JSON.stringify({ sha256: checksumOf(manifest), manifest }, null, 2)}\n`;
  if (encrypted) await files.write(MANIFEST, [text]);
  const draft = join(files.root, `${MANIFEST}.new`);
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, join(files.root, MANIFEST));
  return manifest;
}

/**
 * Reads the manifest of a folder, and none of its other files.
 * @param {string} folder
 * @returns {Promise<{ manifest: Manifest, text: string, encrypted: boolean }>}
 * @throws {LaunchFailure} when it is no complete backup of a known format
 */
export async function readManifest(folder) {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause) => {
    throw new LaunchFailure(`${folder} holds no complete backup: it has no ${MANIFEST}.`, { cause });
  });
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new LaunchFailure(`${MANIFEST} is damaged.`, { cause });
  }
  const { sha256, manifest } = parsed ?? {};
  if (!manifest || sha256 !== checksumOf(manifest)) throw new LaunchFailure(`${MANIFEST} is damaged.`);
  const known = Object.values(FORMATS);
  if (!known.includes(manifest.format))
    throw new LaunchFailure(
      `This backup has format ${manifest.format}, and this version reads ${known.join(' and ')}.`,
    );
  return { manifest, text, encrypted: manifest.format === FORMATS.encrypted };
}

/**
 * Reads a backup and checks each of its files.
 * @param {string} folder
 * @param {import('./files.mjs').Envelope} [envelope] of an encrypted one
 * @returns {Promise<OpenBackup>}
 * @throws {LaunchFailure} saying what is damaged, or that the key is another
 */
export async function openBackup(folder, envelope = PLAIN) {
  const { manifest, text, encrypted } = await readManifest(folder);
  if (encrypted && envelope === PLAIN)
    throw new LaunchFailure('This backup is encrypted: give its key by --identity FILE.');
  const files = new BackupFiles(folder, encrypted ? envelope : PLAIN);
  if (encrypted) await compareSealed(files, text);
  for (const { file, ...expected } of storedFiles(manifest, files)) {
    if (!(await isIntact(join(folder, file), expected))) throw new LaunchFailure(`${file} is missing or damaged.`);
  }
  const objects = await readList(files);
  const damaged = await damagedObjects(files, objects);
  if (damaged.length > 0)
    throw new LaunchFailure(`${damaged.length} objects are missing or damaged, ${damaged[0]} among them.`);
  return { manifest, objects, files };
}

/** The checksums are only worth something when they are those that were encrypted with the rest. */
async function compareSealed(files, text) {
  const sealed = [];
  try {
    for await (const chunk of files.read(MANIFEST)) sealed.push(chunk);
  } catch (cause) {
    if (cause instanceof LaunchFailure) throw cause;
    throw new LaunchFailure(`${MANIFEST}${files.envelope.suffix} is missing or damaged.`, { cause });
  }
  if (Buffer.concat(sealed).toString() !== text)
    throw new LaunchFailure(`${MANIFEST} is not the one that was encrypted: this backup has been changed.`);
}

const storedFiles = ({ database, objects }, files) => [
  ...database.tables,
  { ...objects.list, file: LIST + files.envelope.suffix },
];
