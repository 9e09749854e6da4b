import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Meter } from './database.mjs';
import { isGone } from './object-stores.mjs';

export const LIST = 'objects.jsonl';
const AT_ONCE = 4;
const fileOf = (folder, key) => join(folder, 'objects', key.slice(0, 2), key);

/**
 * Copies into a backup what it does not have yet. Objects never change under their key, and one that is deleted meanwhile is left out.
 * @param {import('./object-stores.mjs').Objects} store
 * @param {Iterable<string> | AsyncIterable<string>} keys
 * @param {string} folder
 * @param {Map<string, { bytes: number, sha256: string }>} have is added to
 */
export async function copyObjects(store, keys, folder, have) {
  await inParallel(keys, async (key) => {
    if (have.has(key)) return;
    const file = fileOf(folder, key);
    await mkdir(join(folder, 'objects', key.slice(0, 2)), { recursive: true });
    const meter = new Meter();
    try {
      await pipeline(await store.read(key), meter, createWriteStream(file, { mode: 0o600 }));
    } catch (error) {
      await rm(file, { force: true });
      if (isGone(error)) return;
      throw error;
    }
    have.set(key, meter.result());
  });
}

/** Takes out of a backup what no row names: what is just arriving, or has been deleted and not yet removed. */
export async function dropUnnamed(folder, have, named) {
  for (const key of [...have.keys()].filter((key) => !named.has(key))) {
    await rm(fileOf(folder, key), { force: true });
    have.delete(key);
  }
}

/** Writes the list of a backup's objects, and tells its checksum. */
export async function writeList(folder, have) {
  /** @type {string[]} */
  const keys = [...have.keys()];
  const meter = new Meter();
  const lines = function* () {
    for (const key of keys.sort()) yield `${JSON.stringify({ key, ...have.get(key) })}\n`;
  };
  await pipeline(lines, new PassThrough(), meter, createWriteStream(join(folder, LIST), { mode: 0o600 }));
  return { count: have.size, bytes: [...have.values()].reduce((sum, { bytes }) => sum + bytes, 0), list: meter.result() };
}

/** @returns {Promise<Map<string, { bytes: number, sha256: string }>>} */
export async function readList(folder) {
  const have = new Map();
  for await (const line of createInterface({ input: createReadStream(join(folder, LIST)) })) {
    const { key, ...rest } = JSON.parse(line);
    have.set(key, rest);
  }
  return have;
}

/** @returns {Promise<string[]>} keys whose file is not what the list says */
export async function damagedObjects(folder, have) {
  /** @type {string[]} */
  const damaged = [];
  await inParallel(have.entries(), async ([key, expected]) => {
    if (!(await isIntact(fileOf(folder, key), expected))) damaged.push(key);
  });
  return damaged.sort();
}

/** @returns {Promise<boolean>} whether a file is there, with these bytes */
export async function isIntact(file, { bytes, sha256 }) {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  const meter = new Meter();
  await pipeline(handle.createReadStream(), meter, async (source) => {
    for await (const chunk of source) void chunk;
  });
  const found = meter.result();
  return found.bytes === bytes && found.sha256 === sha256;
}

/**
 * Puts a backup's objects where they belong; those there already are left as they are.
 * @returns {Promise<{ present: number }>} how many of the backup's objects the store has now
 */
export async function putObjects(store, folder, have) {
  const there = new Set();
  for await (const key of store.keys()) there.add(key);
  await inParallel([...have].filter(([key]) => !there.has(key)), ([key, { bytes }]) => store.write(key, fileOf(folder, key), bytes));
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
