import { createInterface } from 'node:readline';
import { measure } from './files.mjs';
import { isGone } from './object-stores.mjs';

export const LIST = 'objects.jsonl';
const AT_ONCE = 4;
const fileOf = (key) => `objects/${key.slice(0, 2)}/${key}`;

/**
 * @typedef {Map<string, { bytes: number, sha256: string, size?: number }>} ObjectList by key; `size` is before
 * encryption
 */

/**
 * Copies into a backup what it does not have yet. Objects never change under their key, and one that is deleted
 * meanwhile is left out.
 * @param {import('./object-stores.mjs').Objects} store
 * @param {Iterable<string> | AsyncIterable<string>} keys
 * @param {import('./files.mjs').BackupFiles} files
 * @param {ObjectList} have is added to
 */
export async function copyObjects(store, keys, files, have) {
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

/** Takes out of a backup what no row names: what is just arriving, or has been deleted and not yet removed. */
export async function dropUnnamed(files, have, named) {
  for (const key of [...have.keys()].filter((key) => !named.has(key))) {
    await files.remove(fileOf(key));
    have.delete(key);
  }
}

/** Writes the list of a backup's objects, and tells its checksum. */
export async function writeList(files, have) {
  /** @type {string[]} */
  const keys = [...have.keys()];
  const lines = async function* () {
    for (const key of keys.sort()) yield `${JSON.stringify({ key, ...have.get(key) })}\n`;
  };
  const { file: _file, ...list } = await files.write(LIST, lines);
  return { count: have.size, bytes: [...have.values()].reduce((sum, { bytes }) => sum + bytes, 0), list };
}

/** @param {import('./files.mjs').BackupFiles} files @returns {Promise<ObjectList>} */
export async function readList(files) {
  const have = new Map();
  for await (const line of createInterface({ input: files.read(LIST) })) {
    const { key, ...rest } = JSON.parse(line);
    have.set(key, rest);
  }
  return have;
}

/** @returns {Promise<string[]>} keys whose file is not what the list says */
export async function damagedObjects(files, have) {
  /** @type {string[]} */
  const damaged = [];
  await inParallel(have.entries(), async ([key, expected]) => {
    if (!(await files.isIntact(fileOf(key), expected))) damaged.push(key);
  });
  return damaged.sort();
}

/** @returns {Promise<string[]>} keys whose file cannot be decrypted to what was encrypted */
export async function unreadableObjects(files, have) {
  /** @type {string[]} */
  const unreadable = [];
  await inParallel(have.entries(), async ([key, { bytes, size = bytes }]) => {
    const found = await measure(files.read(fileOf(key))).catch(() => undefined);
    if (found?.bytes !== size) unreadable.push(key);
  });
  return unreadable.sort();
}

/**
 * Puts a backup's objects where they belong; those there already are left as they are.
 * @returns {Promise<{ present: number }>} how many of the backup's objects the store has now
 */
export async function putObjects(store, files, have) {
  const there = new Set();
  for await (const key of store.keys()) there.add(key);
  const absent = [...have].filter(([key]) => !there.has(key));
  await inParallel(absent, ([key, { bytes, size = bytes }]) => store.write(key, () => files.read(fileOf(key)), size));
  let present = 0;
  for await (const key of store.keys()) if (have.has(key)) present += 1;
  return { present };
}

/** Removes what a backup does not have. @returns {Promise<number>} how many */
export async function removeOthers(store, have) {
  const others = [];
  for await (const key of store.keys()) if (!have.has(key)) others.push(key);
  await store.remove(others);
  return others.length;
}

async function inParallel(items, work) {
  const iterator = items[Symbol.asyncIterator]?.() ?? items[Symbol.iterator]();
  const lane = async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
