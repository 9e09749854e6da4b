import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IncomingFiles } from './incoming-files.js';

const UPLOADER = { userId: 1, network: '203.0.113.1', block: '203.0.113.1', newcomer: false };

describe('files that arrive', () => {
  let folder: string;
  let files: IncomingFiles;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'inkling-arriving-')), 'made', 'when', 'needed');
    files = new IncomingFiles(folder);
  });
  afterAll(() => rm(join(folder, '../../..'), { recursive: true }));

  it('are written as they come, and go with all that was made of them', async () => {
    const file = await files.receive(Readable.from([Buffer.from('one'), Buffer.from('two')]), UPLOADER);
    const other = await files.receive(Readable.from([Buffer.from('other')]), UPLOADER);
    if (!file || !other) throw new Error('A file is missing');
    expect([file.size, await readFile(file.path, 'utf8')]).toEqual([6, 'onetwo']);
    await writeFile(file.part('webp'), 'made of it');
    expect(await readdir(folder)).toHaveLength(3);
    await file.discard();
    await file.discard();
    expect([file.discarded, await readdir(folder)]).toEqual([true, [other.path.slice(folder.length + 1)]]);
    await other.discard();
  });

  it('without a byte are none, and begin nothing', async () => {
    let begun = 0;
    expect(await files.receive(Readable.from([]), UPLOADER, { begin: () => (begun += 1) })).toBeUndefined();
    expect([begun, await readdir(folder)]).toEqual([0, []]);
  });

  it('that get no place can still be read to their end', async () => {
    const stream = Readable.from([Buffer.from('one'), Buffer.from('two')]);
    const refuse = (): never => {
      throw new Error('full');
    };
    await expect(files.receive(stream, UPLOADER, { begin: refuse })).rejects.toThrow('full');
    expect([stream.destroyed, await readdir(folder)]).toEqual([false, []]);
  });

  it('of more bytes than their form has left are not written to their end', async () => {
    const stream = Readable.from(['one', 'two', 'three'].map((text) => Buffer.from(text)));
    const refused = files.receive(stream, UPLOADER, { bytesMax: 5 });
    await expect(refused).rejects.toMatchObject({ code: 'too-large', status: 413 });
    expect([stream.destroyed, await readdir(folder)]).toEqual([false, []]);
    const file = await files.receive(Readable.from([Buffer.from('one')]), UPLOADER, { bytesMax: 3 });
    expect(file?.size).toBe(3);
    await file?.discard();
  });

  it('leave nothing when they break off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('gone');
      })(),
    );
    await expect(files.receive(broken, UPLOADER)).rejects.toThrow('gone');
    expect(await readdir(folder)).toEqual([]);
  });

  it('are unavailable where nothing can be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(
      new IncomingFiles(join(folder, 'file')).receive(Readable.from([Buffer.from('x')]), UPLOADER),
    ).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    await rm(join(folder, 'file'));
  });

  it('that a crash left are cleared away, and those of a living process are not', async () => {
    const [old, young, foreign] = ['upload-old', 'upload-young', 'notes.txt'].map((name) => join(folder, name));
    for (const path of [old!, young!, foreign!]) await writeFile(path, 'x');
    for (const path of [old!, foreign!]) await utimes(path, new Date(0), new Date(0));
    await files.removeLeftovers();
    expect((await readdir(folder)).sort()).toEqual(['notes.txt', 'upload-young']);
  });
});
