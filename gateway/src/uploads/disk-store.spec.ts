import { chmod, mkdtemp, mkdir, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { DiskStore } from './disk-store.js';
import { newKey } from './object-key.js';
import { behavesAsStore } from './object-store.spec-support.js';

/** How many times this process has an object open. */
const openFiles = async (key: string): Promise<number> => {
  const files = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return files.filter((file) => file.endsWith(key)).length;
};

describe('the store on disk', () => {
  let folder: string;
  let store: DiskStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-disk-'));
    store = new DiskStore(join(folder, 'deep', 'store'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is empty before anything is in it', async () => {
    expect(await store.list(10)).toEqual({ objects: [] });
  });

  behavesAsStore(
    () => store,
    () => folder,
  );

  it('shows nothing of a copy that breaks off, and clears away what a crash left', async () => {
    const key = newKey('webp');
    await expect(store.put(key, join(folder, 'missing'))).rejects.toMatchObject({ code: 'unavailable' });
    const shard = join(folder, 'deep', 'store', key.slice(0, 2));
    expect(await readdir(shard)).toEqual([]);
    await writeFile(join(shard, '.partial-old'), 'half');
    await writeFile(join(shard, '.partial-new'), 'half');
    await utimes(join(shard, '.partial-old'), new Date(0), new Date(0));
    expect((await store.list(1_000)).objects.map((object) => object.key)).not.toContain('.partial-new');
    expect(await readdir(shard)).toEqual(['.partial-new']);
  });

  it('says so when it cannot be used', async () => {
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, 'a file where a folder should be');
    await writeFile(join(folder, 'one'), 'x');
    await expect(new DiskStore(blocked).put(newKey('webp'), join(folder, 'one'))).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
    });
    await mkdir(join(folder, 'sealed'));
    await chmod(join(folder, 'sealed'), 0o755);
  });

  it('lets go of a file that nobody reads any more', async () => {
    const key = newKey('webp');
    await writeFile(join(folder, 'big'), Buffer.alloc(2_000_000));
    await store.put(key, join(folder, 'big'));
    const streams = await Promise.all(Array.from({ length: 20 }, () => store.read(key)));
    await once(streams[0]!, 'readable');
    expect(await openFiles(key)).toBe(20);
    for (const stream of streams) stream!.destroy();
    await eventually(async () => expect(await openFiles(key)).toBe(0));
  });
});
