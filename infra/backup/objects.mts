import { createInterface } from 'node:readline';
import { isIntact, measure, type BackupFiles, type Sum } from './files.mts';
import { isGone, type Objects } from './object-stores.mts';

export const LIST = 'objects.jsonl';
const AT_ONCE = 4;
const fileOf = (key: string) => `objects/${key.slice(0, 2)}/${key}`;

/** Objects of a backup by key. `size` is before encryption; backups of older versions have none. */
export type ObjectList = Map<string, Sum & { size?: number }>;

/** The objects in a backup's manifest. */
export interface ObjectsEntry {
  count: number;
  bytes: number;
  /** The file with the list. */
  list: Sum;
}

/**
 * Copies into a backup what it does not have yet. Objects never change under their key, and one that is deleted
 * meanwhile is left out.
 * @param have grows by the copied objects
 */
export async function copyObjects(
  store: Objects,
  keys: Iterable<string> | AsyncIterable<string>,
  files: BackupFiles,
  have: ObjectList,
) {
  await inParallel(keys, async (key) => {
    if (have.has(key)) return;
    try {
      const { file: _file, ...stored } = await files.write(fileOf(key), await store.read(key));
      have.set(key, stored);
    } catch (error) {
      await files.remove(fileOf(key));
      if (!isGone(error)) throw error;
    }
  });
}

/** Removes from a backup what no row names: uploads without a row yet, and deleted ones that are still stored. */
export async function dropUnnamed(files: BackupFiles, have: ObjectList, named: ReadonlySet<string>) {
  for (const key of [...have.keys()].filter((key) => !named.has(key))) {
    await files.remove(fileOf(key));
    have.delete(key);
  }
}

/** Writes the list of a backup's objects. */
export async function writeList(files: BackupFiles, have: ObjectList): Promise<ObjectsEntry> {
  const keys = [...have.keys()].sort();
  const lines = async function* () {
    for (const key of keys) yield `${JSON.stringify({ key, ...have.get(key) })}\n`;
  };
  const { file: _file, ...list } = await files.write(LIST, lines);
  return { count: have.size, bytes: [...have.values()].reduce((sum, { bytes }) => sum + bytes, 0), list };
}

export async function readList(files: BackupFiles): Promise<ObjectList> {
  const have: ObjectList = new Map();
  for await (const line of createInterface({ input: files.read(LIST) })) {
    const { key, ...rest } = JSON.parse(line);
    have.set(key, rest);
  }
  return have;
}

/** @returns keys whose file is not what the list says */
export const damagedObjects = (files: BackupFiles, have: ObjectList) =>
  keysWhere(have, async (key, expected) => !(await isIntact(files.pathOf(fileOf(key)), expected)));

/** @returns keys whose file cannot be decrypted to what was encrypted */
export const unreadableObjects = (files: BackupFiles, have: ObjectList) =>
  keysWhere(have, async (key, { bytes, size = bytes }) => {
    const found = await measure(files.read(fileOf(key))).catch(() => undefined);
    return found?.bytes !== size;
  });

/**
 * Stores a backup's objects; those that are there already are left as they are.
 * @returns how many of the backup's objects the store has now
 */
export async function putObjects(store: Objects, files: BackupFiles, have: ObjectList): Promise<number> {
  const there = new Set<string>();
  for await (const key of store.keys()) there.add(key);
  const absent = [...have].filter(([key]) => !there.has(key));
  await inParallel(absent, ([key, { bytes, size = bytes }]) => store.write(key, () => files.read(fileOf(key)), size));
  let present = 0;
  for await (const key of store.keys()) if (have.has(key)) present += 1;
  return present;
}

/** Removes what a backup does not have. @returns how many */
export async function removeOthers(store: Objects, have: ObjectList): Promise<number> {
  const others: string[] = [];
  for await (const key of store.keys()) if (!have.has(key)) others.push(key);
  await store.remove(others);
  return others.length;
}

async function keysWhere(have: ObjectList, applies: (key: string, entry: Sum & { size?: number }) => Promise<boolean>) {
  const keys: string[] = [];
  await inParallel(have, async ([key, entry]) => {
    if (await applies(key, entry)) keys.push(key);
  });
  return keys.sort();
}

async function inParallel<T>(items: Iterable<T> | AsyncIterable<T>, work: (item: T) => Promise<void>) {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const worker = async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
