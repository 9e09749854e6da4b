import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { envelopeFor, envelopeFrom, makeKey } from './envelope.mts';
import { BackupFiles, isIntact, measure } from './files.mts';

const run = promisify(execFile);
const age = await run('age', ['--version']).then(
  () => true,
  () => false,
);
const itWithAge = age ? it : it.skip;
const MiB = 2 ** 20;
const BLOCK = randomBytes(MiB);

describe('an encrypted backup file', () => {
  let folder;
  let key;
  let recipient;
  let files;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-envelope-'));
    key = join(folder, 'key.txt');
    recipient = await makeKey(key);
    files = new BackupFiles(folder, await envelopeFor([recipient]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const withKey = async () => new BackupFiles(folder, await envelopeFrom(key));

  it('is read again by its key, and by the process that wrote it, a little at a time', async () => {
    const blocks = 24;
    const sum = createHash('sha256');
    let ahead = 0;
    const content = async function* () {
      for (let block = 0; block < blocks; block++) {
        sum.update(BLOCK);
        yield BLOCK;
        ahead = Math.max(ahead, (block + 1) * MiB - statSync(files.pathOf('much')).size);
      }
    };
    const stored = await files.write('much', content());
    const expected = { bytes: blocks * MiB, sha256: sum.digest('hex') };
    expect(stored).toMatchObject({ file: 'much.age', size: blocks * MiB });
    expect(stored.bytes).toBeGreaterThan(stored.size);
    expect(ahead).toBeLessThan(6 * MiB);
    expect(await isIntact(files.pathOf('much'), stored)).toBe(true);
    expect(await measure(files.read('much'))).toEqual(expected);
    expect(await measure((await withKey()).read('much'))).toEqual(expected);
  });

  it('is refused when it was changed or cut off anywhere, and by another key', async () => {
    await files.write('little', [BLOCK.subarray(0, 200_000)]);
    const path = files.pathOf('little');
    const whole = await readFile(path);
    for (const at of [30, 400, 1_000, 100_000, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] ^= 1;
      await writeFile(path, changed);
      await expect(measure((await withKey()).read('little'))).rejects.toThrow();
    }
    for (const bytes of [0, 100, 65_536, whole.length - 1]) {
      await writeFile(path, whole);
      await truncate(path, bytes);
      await expect(measure((await withKey()).read('little'))).rejects.toThrow();
    }
    await writeFile(path, whole);
    const other = join(folder, 'other.txt');
    await makeKey(other);
    const stranger = new BackupFiles(folder, await envelopeFrom(other));
    await expect(measure(stranger.read('little'))).rejects.toThrow('does not open this backup');
  });

  it('fails with the reason of the side that fails', async () => {
    const broken = async function* () {
      yield BLOCK;
      throw new Error('The connection ended');
    };
    await expect(files.write('broken', broken())).rejects.toThrow('The connection ended');
    await expect(measure(files.read('nowhere'))).rejects.toThrow('ENOENT');
    await writeFile(join(folder, 'a-file'), '');
    await expect(files.write('a-file/below', [BLOCK])).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  it('has a key that only its owner can read and nothing overwrites; other files are refused as keys', async () => {
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(await readFile(key, 'utf8')).toMatch(
      /^# created: .*\n# public key: age1[a-z0-9]+\nAGE-SECRET-KEY-1[A-Z0-9]+\n$/,
    );
    await expect(makeKey(key)).rejects.toThrow('cannot be written');
    await expect(envelopeFor(['age1nonsense'])).rejects.toThrow('age1nonsense is no public key');
    const secret = (await readFile(key, 'utf8')).trim().split('\n').at(-1);
    await expect(envelopeFor([secret])).rejects.toThrow(/^A secret key is no public key/);
    await expect(envelopeFrom(join(folder, 'none'))).rejects.toThrow('cannot be read');
    await writeFile(join(folder, 'empty'), '# nothing\n');
    await expect(envelopeFrom(join(folder, 'empty'))).rejects.toThrow('holds no secret key');
    await writeFile(join(folder, 'wrong'), `${recipient}\n`);
    await expect(envelopeFrom(join(folder, 'wrong'))).rejects.toThrow('no secret key of age');
  });

  itWithAge(
    `is read by age itself, and files of age are read here${age ? '' : ' (there is no age on the PATH)'}`,
    async () => {
      await files.write('both', ['Votes are anonymous.']);
      const decrypted = await run('age', ['-d', '-i', key, files.pathOf('both')]);
      expect(decrypted.stdout).toBe('Votes are anonymous.');
      await writeFile(join(folder, 'plain'), 'From age.');
      await run('age', ['-r', recipient, '-o', files.pathOf('theirs'), join(folder, 'plain')]);
      expect(Buffer.concat(await (await withKey()).read('theirs').toArray()).toString()).toBe('From age.');
    },
  );
});
