import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const HISTORY = '7001-2';
/** Programs that answer as PostgreSQL's do; what is asked of the catalog is in the query. */
const PROGRAMS = {
  pg_isready: 'exit 0',
  psql: `case "$*" in
    *system_identifier*) echo 7001 ;;
    *timeline_id*) echo 2 ;;
    *'count(*)'*) echo "$SLOTS" ;;
    *to_regclass*) echo "\${TABLE:-f}" ;;
    *to_char*) echo "$AT" ;;
    *deletions.sql*) echo "$LIST" ;;
  esac`,
  pg_receivewal: 'case "$*" in *--create-slot*) ;; *) exec sleep 1 ;; esac',
  pg_basebackup: `for word in "$@"; do
    case $word in --pgdata=*) mkdir -p "\${word#*=}" && : >"\${word#*=}/base.tar.gz" ;; esac
  done`,
  pg_verifybackup: 'case "$*" in *"${DAMAGED:-nothing}"*) exit 1 ;; esac',
  pg_archivecleanup: 'exit 0',
  sync: 'exit 0',
  tar: 'exit 2',
};

describe('the scripts of the continuous archive', () => {
  /** @type {string} */
  let folder;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-archive-'));
    await mkdir(join(folder, 'bin'));
    for (const [name, text] of Object.entries(PROGRAMS))
      await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const archive = () => join(folder, 'archive');
  /** Until it ends, with its receiver at the latest. */
  const run = async (script, env) => {
    const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
    const paths = { PATH, ARCHIVE: archive(), PGDATA: join(folder, 'data'), POSTGRES_ROOT: folder };
    const child = spawn('sh', [join(import.meta.dirname, script)], { env: { ...process.env, ...paths, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        said += data;
        // The next round is a quarter of a minute away.
        if (/Base backup \d|The base backup failed/.test(said) && script === 'archive.sh') child.kill('SIGTERM');
      });
    await once(child, 'close');
    return said;
  };

  it('keep a base backup that is whole', async () => {
    await run('archive.sh', { SLOTS: '0' });
    expect(await readdir(join(archive(), HISTORY, 'base'))).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z$/)]);
  }, 30_000);

  it('do not keep one that is damaged', async () => {
    expect(await run('archive.sh', { SLOTS: '0', DAMAGED: 'unfinished' })).toContain('The base backup failed');
    const left = await readdir(join(archive(), HISTORY, 'base'));
    expect(left.filter((name) => name !== 'now.unfinished')).toEqual([]);
  }, 30_000);

  it('keep a list of deleted accounts, and a further one when it has changed', async () => {
    const lists = async () => {
      const path = join(archive(), HISTORY, 'deletions');
      const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
      return Promise.all(names.map(async (name) => [name, (await readFile(join(path, name), 'utf8')).trim()]));
    };
    const [first, second] = ['2026-11-22T03-00-00.000Z', '2026-11-22T04-00-00.000Z'];
    await run('archive.sh', { SLOTS: '0', TABLE: 'f', AT: first, LIST: '{"before": "the tables"}' });
    expect(await lists()).toEqual([]);
    await run('archive.sh', {
      SLOTS: '1',
      TABLE: 't',
      AT: first,
      LIST: '{"deletions": []}',
      ARCHIVE_BASE_SECONDS: '0',
    });
    await run('archive.sh', {
      SLOTS: '1',
      TABLE: 't',
      AT: second,
      LIST: '{"deletions": []}',
      ARCHIVE_BASE_SECONDS: '0',
    });
    expect(await lists()).toEqual([[`${first}.json`, '{"deletions": []}']]);
    await run('archive.sh', {
      SLOTS: '1',
      TABLE: 't',
      AT: second,
      LIST: '{"deletions": [1]}',
      ARCHIVE_BASE_SECONDS: '0',
    });
    expect(await lists()).toEqual([
      [`${first}.json`, '{"deletions": []}'],
      [`${second}.json`, '{"deletions": [1]}'],
    ]);
  }, 60_000);

  it.each([
    ['go on with a history whose slot is there', '1', 1],
    ['move a history aside that a server without a slot has the name of', '0', 2],
  ])(
    '%s',
    async (_name, slots, histories) => {
      await mkdir(join(archive(), HISTORY, 'wal'), { recursive: true });
      await writeFile(join(archive(), HISTORY, 'wal', '000000020000000000000001.gz'), '');
      await run('archive.sh', { SLOTS: slots });
      const found = (await readdir(archive())).sort();
      expect(found).toHaveLength(histories);
      expect(found[0]).toBe(HISTORY);
      expect(await readdir(join(archive(), found.at(-1), 'wal'))).toEqual(['000000020000000000000001.gz']);
    },
    30_000,
  );

  it('recover from an older base backup of the same history where the newest is damaged', async () => {
    for (const name of ['20261120T000000Z', '20261121T000000Z', '20261122T000000Z']) {
      await mkdir(join(archive(), HISTORY, 'base', name), { recursive: true });
      await writeFile(join(archive(), HISTORY, 'base', name, 'backup_manifest'), '');
    }
    // It ends where the base backup is unpacked, which `tar` here does not do.
    const said = await run('recover.sh', { TARGET_TIME: '2026-11-21T12:00:00Z', DAMAGED: '20261121T000000Z' });
    expect(said).toMatch(/20261121T000000Z is damaged/);
    expect(said).toMatch(/Base backup \S+20261120T000000Z, with the changes in/);
    expect(await run('recover.sh', { TARGET_TIME: '', DAMAGED: HISTORY })).toContain('is whole; nothing was changed');
  }, 30_000);
});
