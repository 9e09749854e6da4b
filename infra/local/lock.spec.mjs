import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { acquireLock } from './lock.mjs';
import { identify, isRunning } from './process-identity.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'inkling-lock-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const path = () => join(folder, 'lock');

describe('the lock of a data folder', () => {
  it('is held once, names its holder, and is free again after its release', async () => {
    const first = await acquireLock(path());
    expect(first.held).toBe(true);
    expect(await acquireLock(path())).toEqual({ held: false, pid: process.pid });
    await first.release();
    const again = await acquireLock(path());
    expect(again.held).toBe(true);
    await again.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'long ago' })],
    ['a number that another process has now', JSON.stringify({ pid: process.pid, startedAt: 'before the reboot' })],
    ['half a file', '{"pid":'],
    ['no number', '{"pid":"x"}'],
  ])('is taken over from %s', async (_holder, content) => {
    writeFileSync(path(), content);
    const lock = await acquireLock(path());
    expect(lock.held).toBe(true);
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject(identify(process.pid));
    await lock.release();
  });

  it('goes to exactly one of many that find it stale at once', async () => {
    writeFileSync(path(), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'long ago' }));
    const locks = await Promise.all(Array.from({ length: 20 }, () => acquireLock(path())));
    expect(locks.filter(({ held }) => held)).toHaveLength(1);
  });
});

describe('a process identity', () => {
  it('matches the running process and no other', () => {
    expect(isRunning(identify(process.pid))).toBe(true);
    expect(isRunning({ ...identify(process.pid), startedAt: 'another time' })).toBe(false);
    expect(isRunning(undefined)).toBe(false);
    expect(isRunning({ pid: -1, startedAt: 'gone' })).toBe(false);
  });
});
