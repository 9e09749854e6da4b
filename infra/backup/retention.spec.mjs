import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BackupFiles } from './files.mts';
import { writeManifest } from './manifest.mts';
import { keptBy, noteVerified, openBackupFolder, parseKeep } from './retention.mts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A backup every night for two years, the last one on a Sunday. */
const NIGHTS = Array.from({ length: 730 }, (_, index) => {
  const at = new Date(Date.UTC(2026, 10, 22, 3, 17) - index * DAY_MS);
  return { name: at.toISOString().slice(0, 10), at, verified: false };
});
const kept = (rule, backups = NIGHTS) => [...keptBy(backups, parseKeep(rule))].sort().reverse();

describe('how many backups stay', () => {
  it('is a number of the newest, or one of each day, week, month and year', () => {
    expect(kept('3')).toEqual(['2026-11-22', '2026-11-21', '2026-11-20']);
    expect(kept('2d,2w')).toEqual(['2026-11-22', '2026-11-21', '2026-11-15']);
    expect(kept('3m')).toEqual(['2026-11-22', '2026-10-31', '2026-09-30']);
    expect(kept('2y')).toEqual(['2026-11-22', '2025-12-31']);
    expect(kept('7d,4w,12m')).toHaveLength(7 + 3 + 11);
    // Days without a backup do not count.
    expect(kept('2d', [NIGHTS[0], NIGHTS[40]])).toEqual(['2026-11-22', '2026-10-13']);
  });

  it('always includes the newest, and the newest that was tried', () => {
    const tried = NIGHTS.map((backup, index) => ({ ...backup, verified: index >= 5 }));
    expect(kept('1', tried)).toEqual(['2026-11-22', '2026-11-17']);
    expect(kept('1', [])).toEqual([]);
  });

  it.each(['', '0', '7x', '-1', 'd', '7d,', '7d 4w', '99999'])('refuses "%s"', (text) => {
    expect(() => parseKeep(text)).toThrow(`--keep ${text}: say how many`);
  });
});

describe('a folder of backups', () => {
  let root;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'inkling-retention-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  /** One that holds nothing and is complete. */
  const make = async (now) => {
    const opened = await openBackupFolder(root, now);
    await mkdir(opened.path);
    const nothing = { database: { tables: [], migrations: {} }, objects: {} };
    await writeManifest(new BackupFiles(opened.path), { startedAt: '', finishedAt: now.toISOString(), ...nothing });
    return { opened, folder: await opened.finish() };
  };

  it('loses only its own old backups, and what killed runs have left', async () => {
    const foreign = ['notes.txt', '2026-01-01T00-00-00Z', 'pictures', 'pictures.unfinished', '2020-01-01'];
    await writeFile(join(root, foreign[0]), '');
    for (const name of foreign.slice(1)) await mkdir(join(root, name));
    const elsewhere = await mkdtemp(join(tmpdir(), 'inkling-elsewhere-'));
    await symlink(elsewhere, join(root, '2026-01-02T00-00-00Z'));
    for (const name of ['2026-11-18T03-17-00Z.unfinished', '2026-11-18T03-17-00Z.leaving'])
      await mkdir(join(root, name));

    for (const day of [19, 20, 21]) {
      const { opened, folder } = await make(new Date(Date.UTC(2026, 10, day, 3, 17)));
      if (day === 19) await noteVerified(folder, {});
      await opened.close();
    }
    const { opened } = await make(new Date(Date.UTC(2026, 10, 22, 3, 17)));
    await expect(openBackupFolder(root)).rejects.toThrow(`Process ${process.pid} makes a backup in ${root}`);
    expect(await opened.prune(parseKeep('1'))).toEqual(['2026-11-20T03-17-00Z', '2026-11-21T03-17-00Z']);
    await opened.close();
    const stay = ['2026-01-02T00-00-00Z', '2026-11-19T03-17-00Z', '2026-11-22T03-17-00Z'];
    expect((await readdir(root)).sort()).toEqual([...foreign, ...stay].sort());
    await rm(elsewhere, { recursive: true });
  });

  it('is cleared of what was not completed, and takes no second backup under a name', async () => {
    const now = new Date(Date.UTC(2026, 10, 23));
    const opened = await openBackupFolder(root, now);
    await mkdir(opened.path);
    await opened.close();
    expect(await readdir(root)).not.toContain('2026-11-23T00-00-00Z.unfinished');
    await (await make(now)).opened.close();
    await expect(openBackupFolder(root, now)).rejects.toThrow('is there already');
    await (await openBackupFolder(root, new Date(now.getTime() + 1_000))).close();
  });
});
