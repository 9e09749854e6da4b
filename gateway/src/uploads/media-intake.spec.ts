import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { UploadsConfig } from '../config.js';
import { IncomingFiles } from './incoming-files.js';
import { MediaIntake, type Upload } from './media-intake.js';
import type { MediaSweep } from './media-sweep.js';
import type { ObjectStore } from './object-store.js';
import { gpsJpeg } from './pictures.spec-support.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-intake-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A form of a user with so many pictures. */
async function form(userId: number, pictures: number): Promise<Upload[]> {
  const network = `203.0.113.${userId}`;
  const files = new IncomingFiles(folder);
  const picture = await gpsJpeg(40, 20);
  return Promise.all(
    Array.from({ length: pictures }, async () => ({
      file: (await files.receive(Readable.from([picture]), { userId, network, block: network, newcomer: false }))!,
      use: 'option' as const,
    })),
  );
}

it('prepares all files of a form before those of another that waits', async () => {
  const stored: string[] = [];
  const store = { put: async (_: string, file: string) => void stored.push(file) } as unknown as ObjectStore;
  const sweep = { remove: jest.fn(), reconsider: jest.fn() } as unknown as MediaSweep;
  const intake = new MediaIntake(store, sweep, { UPLOADS_AT_ONCE: 1, UPLOADS_WAITING: 1 } as UploadsConfig);
  const [first, second] = [await form(1, 3), await form(2, 2)];
  const keep = (files: readonly Upload[]) => intake.keep(files, async (media) => media.length);

  expect(await Promise.all([keep(first), keep(second)])).toEqual([3, 2]);
  const formOf = (target: string) => (first.some(({ file }) => target.startsWith(file.path)) ? 'first' : 'second');
  expect(stored.map(formOf)).toEqual(['first', 'first', 'first', 'second', 'second']);
});
