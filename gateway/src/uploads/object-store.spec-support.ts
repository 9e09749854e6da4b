import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { newKey } from './object-key.js';
import type { ObjectStore } from './object-store.js';

/** What every store must do. `folder` is one in which files can be made. */
export function behavesAsStore(store: () => ObjectStore, folder: () => string): void {
  const put = async (key: string, bytes: Buffer): Promise<void> => {
    const file = join(folder(), 'source');
    await writeFile(file, bytes);
    await store().put(key, file, 'image/webp');
  };
  const read = async (stream: Readable | undefined): Promise<string | undefined> =>
    stream && (await buffer(stream)).toString();

  it('gives back what was put in, whole or in part', async () => {
    const key = newKey('webp');
    await put(key, Buffer.from('0123456789'));
    const found = await store().head(key);
    expect(found?.size).toBe(10);
    expect(Math.abs(found!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await read(await store().read(key))).toBe('0123456789');
    expect(await read(await store().read(key, { start: 0, end: 0 }))).toBe('0');
    expect(await read(await store().read(key, { start: 3, end: 5 }))).toBe('345');
    expect(await read(await store().read(key, { start: 9, end: 9 }))).toBe('9');
  });

  it('takes a large file without holding it', async () => {
    const key = newKey('mp4');
    const file = join(folder(), 'large');
    await writeFile(file, '');
    await truncate(file, 128 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 2);
    await store().put(key, file, 'video/mp4');
    clearInterval(watch);
    // Chunks that are done with stay until they are collected.
    expect(most).toBeLessThan(72 * 1024 * 1024);
    expect((await store().head(key))?.size).toBe(128 * 1024 * 1024);
    await store().remove([key]);
  });

  it('takes a stream of unknown length in parts, completely or not at all', async () => {
    const key = `export-${'0'.repeat(32)}.zip`;
    const block = Buffer.alloc(1024 * 1024, 7);
    async function* blocks(count: number, end?: Error) {
      for (let n = 0; n < count; n += 1) yield await Promise.resolve(block);
      if (end) throw end;
    }
    await store().write(key, Readable.from(blocks(20)), 'application/zip');
    expect((await store().head(key))?.size).toBe(20 * block.length);
    await store().remove([key]);
    const broken = Readable.from(blocks(12, new Error('A service is away')));
    await expect(store().write(key, broken, 'application/zip')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store().head(key)).toBeUndefined();
    expect((await store().list(1_000)).objects.filter((object) => object.key === key)).toEqual([]);
  });

  it('knows nothing of what is not there, and removes it without complaint', async () => {
    const key = newKey('webp');
    expect(await store().head(key)).toBeUndefined();
    expect(await store().read(key)).toBeUndefined();
    await store().remove([key]);
    await put(key, Buffer.from('x'));
    await store().remove([newKey('png'), key, newKey('png')]);
    expect(await store().head(key)).toBeUndefined();
    expect(await store().read(key)).toBeUndefined();
  });

  it('lists everything once, in pages', async () => {
    const keys = Array.from({ length: 25 }, () => newKey('webp'));
    for (const key of keys) await put(key, Buffer.from('x'));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store().list(7, cursor);
      expect(page.objects.length).toBeLessThanOrEqual(7);
      found.push(...page.objects.map((object) => object.key));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(keys));
    await store().remove(keys);
    const left = await store().list(1_000);
    expect(left.objects.filter(({ key }) => keys.includes(key))).toEqual([]);
  });

  it('keeps every one of many that come at once', async () => {
    const keys = Array.from({ length: 20 }, () => newKey('png'));
    await writeFile(join(folder(), 'shared'), 'together');
    await Promise.all(keys.map((key) => store().put(key, join(folder(), 'shared'), 'image/png')));
    expect(await Promise.all(keys.map(async (key) => read(await store().read(key))))).toEqual(
      keys.map(() => 'together'),
    );
    await store().remove(keys);
  });
}
