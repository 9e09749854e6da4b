import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import type { DatabaseEntry } from './database.mts';
import { BackupFiles, PLAIN, isIntact } from './files.mts';
import { LIST, damagedObjects, readList, type ObjectList, type ObjectsEntry } from './objects.mts';

/** Plain and encrypted backups. A version without encryption refuses encrypted ones by this number. */
const FORMATS = { plain: 1, encrypted: 2 };
const MANIFEST = 'manifest.json';

/** What a backup holds. It is written last: a folder without one is no backup. */
export interface Manifest {
  format: number;
  startedAt: string;
  finishedAt: string;
  database: DatabaseEntry;
  /** `missing`: named by a row, and deleted before they could be copied. */
  objects: ObjectsEntry & { missing: string[] };
}

/** A backup whose stored files are all as they were written. */
export interface OpenBackup {
  manifest: Manifest;
  objects: ObjectList;
  files: BackupFiles;
}

const checksumOf = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/**
 * Writes the manifest, of an encrypted backup also in encrypted form: then somebody who has only the storage cannot
 * replace it.
 */
export async function writeManifest(files: BackupFiles, content: Omit<Manifest, 'format'>): Promise<Manifest> {
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
 * @throws {LaunchFailure} when it is no complete backup of a known format
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; text: string; encrypted: boolean }> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause) => {
    throw new LaunchFailure(`${folder} holds no complete backup: it has no ${MANIFEST}.`, { cause });
  });
  let parsed: { sha256?: string; manifest?: Manifest } | null;
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
 * @param envelope of an encrypted one
 * @throws {LaunchFailure} saying what is damaged, or that it needs another key
 */
export async function openBackup(folder: string, envelope = PLAIN): Promise<OpenBackup> {
  const { manifest, text, encrypted } = await readManifest(folder);
  if (encrypted && envelope === PLAIN)
    throw new LaunchFailure('This backup is encrypted: give its key by --identity FILE.');
  const files = new BackupFiles(folder, encrypted ? envelope : PLAIN);
  if (encrypted) await compareSealed(files, text);
  const stored = [...manifest.database.tables, { ...manifest.objects.list, file: LIST + files.envelope.suffix }];
  for (const { file, ...expected } of stored)
    if (!(await isIntact(join(folder, file), expected))) throw new LaunchFailure(`${file} is missing or damaged.`);
  const objects = await readList(files);
  const damaged = await damagedObjects(files, objects);
  if (damaged.length > 0)
    throw new LaunchFailure(`${damaged.length} objects are missing or damaged, ${damaged[0]} among them.`);
  return { manifest, objects, files };
}

/** The checksums prove something only when they are those that were encrypted with the rest. */
async function compareSealed(files: BackupFiles, text: string) {
  let sealed: Buffer;
  try {
    sealed = Buffer.concat(await files.read(MANIFEST).toArray());
  } catch (cause) {
    if (cause instanceof LaunchFailure) throw cause;
    throw new LaunchFailure(`${MANIFEST}${files.envelope.suffix} is missing or damaged.`, { cause });
  }
  if (sealed.toString() !== text)
    throw new LaunchFailure(`${MANIFEST} is not the one that was encrypted: this backup has been changed.`);
}
