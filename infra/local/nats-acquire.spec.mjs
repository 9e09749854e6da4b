import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findProgram } from './find-program.mts';
import { acquireNats } from './nats-acquire.mts';
import { NATS_RELEASE, archiveName } from './nats-release.mts';
import { WAYS, fromArchive } from './nats-ways.mts';
import { freePort } from './ports.mts';

const run = promisify(execFile);
const MACHINE = `${process.platform}-${process.arch}`;
const FOLDER = `nats-server-${NATS_RELEASE.version}-${MACHINE}`;
const SERVER = `#!/bin/sh\necho nats-server: v${NATS_RELEASE.version}\n`;
const DEBIAN = WAYS.filter(({ label }) => label === "Debian's package");
const NO_LIMITS = { answerMs: 20_000, stallMs: 20_000 };

let folder;
let bin;
let tools;
let server;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkling-nats-'));
  bin = join(folder, 'bin');
  tools = join(folder, 'tools');
  mkdirSync(bin);
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve()));
  server = undefined;
  rmSync(folder, { recursive: true });
});

/** Writes a program that replaces one of this machine. */
function program(name, text) {
  writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** `apt-get` and `dpkg` that provide this server; every download writes a line. */
function debianStandIn(version = '2.10.7') {
  program(
    'apt-get',
    `case "$*" in *download*) echo once >> ${folder}/downloads; sleep 0.3; echo package > nats-server_1.deb;; esac`,
  );
  program(
    'dpkg',
    `mkdir -p "$3/usr/sbin"; printf '#!/bin/sh\\necho nats-server: v${version}\\n' > "$3/usr/sbin/nats-server"`,
  );
}

/** Runs in a separate process with replaced programs only, once the file `go` exists. */
async function acquireInProcess() {
  const module = (name) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
  const script = `
    const { acquireNats } = await import(${module('nats-acquire.mts')});
    const { WAYS } = await import(${module('nats-ways.mts')});
    const { existsSync } = await import('node:fs');
    console.log('ready');
    while (!existsSync(${JSON.stringify(join(folder, 'go'))})) await new Promise((resolve) => setTimeout(resolve, 2));
    const ways = WAYS.filter(({ label }) => label === "Debian's package");
    const [tools, folders] = ${JSON.stringify([tools, [bin]])};
    const { path, version } = await acquireNats({ tools, folders, ways });
    console.log(JSON.stringify({ path, version }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
  });
  let output = '';
  const ready = new Promise((resolve) =>
    child.stdout.on('data', (chunk) => ((output += chunk), output.includes('ready') && resolve())),
  );
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  await Promise.race([ready, ended]);
  return { child, ended };
}

describe('four processes that need a NATS server at once', () => {
  it('fetch it once, and all of them get it', async () => {
    debianStandIn();
    const processes = await Promise.all([1, 2, 3, 4].map(acquireInProcess));
    writeFileSync(join(folder, 'go'), '');
    const ends = await Promise.all(processes.map(({ ended }) => ended));
    expect(ends.map(({ code, output }) => (code === 0 ? JSON.parse(output.split('\n')[1]) : output))).toEqual(
      Array.from({ length: 4 }, () => ({ path: join(tools, FOLDER, 'nats-server'), version: [2, 10, 7] })),
    );
    expect(readFileSync(join(folder, 'downloads'), 'utf8')).toBe('once\n');
    expect(readdirSync(tools)).toEqual([FOLDER]);
    // Servers run it as other users.
    expect(statSync(join(tools, FOLDER)).mode & 0o777).toBe(0o755);
  });

  it('are not delayed by one that was killed during a fetch', async () => {
    debianStandIn();
    program('apt-get', `case "$*" in *download*) echo $$ > ${folder}/fetching; exec sleep 300;; esac`);
    writeFileSync(join(folder, 'go'), '');
    const { child, ended } = await acquireInProcess();
    while (!existsSync(join(folder, 'fetching')) || !readFileSync(join(folder, 'fetching'), 'utf8').endsWith('\n')) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    child.kill('SIGKILL');
    process.kill(Number(readFileSync(join(folder, 'fetching'), 'utf8')), 'SIGKILL');
    await ended;
    expect(readdirSync(tools).sort()).toEqual([`${FOLDER}.lock`, expect.stringContaining('.part-')]);
    debianStandIn('2.10.8');
    expect(await acquireNats({ tools, folders: [bin], ways: DEBIAN })).toMatchObject({
      kind: 'binary',
      version: [2, 10, 8],
    });
    expect(readdirSync(tools)).toEqual([FOLDER]);
  });
});

/** A host of releases that answers every request by this function. */
async function host(answer) {
  server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/archive.tar.gz`;
}

/** The bytes of a release's archive. */
async function archive() {
  const inside = join(folder, archiveName(MACHINE, NATS_RELEASE.version).replace('.tar.gz', ''));
  mkdirSync(inside);
  writeFileSync(join(inside, 'nats-server'), SERVER, { mode: 0o755 });
  await run('tar', ['-czf', join(folder, 'made.tar.gz'), '-C', folder, inside.slice(folder.length + 1)]);
  return readFileSync(join(folder, 'made.tar.gz'));
}
const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
const acquire = (ways) => acquireNats({ tools, folders: [bin], ways });
/** The attempts that a failed fetch lists. */
const triesOf = (ways) =>
  acquire(ways)
    .then(
      () => ({ detail: 'a server' }),
      (error) => error,
    )
    .then(({ detail }) => detail);

describe('the archive of a release', () => {
  beforeEach(() => program('tar', `exec ${findProgram('tar')} "$@"`));

  it('is used when its SHA-256 is the pinned one, and requested once', async () => {
    const bytes = await archive();
    let asked = 0;
    const url = await host((_request, response) => ((asked += 1), response.end(bytes)));
    const way = fromArchive({ url, sha256: sumOf(bytes) }, NO_LIMITS);
    expect(await acquire([way])).toMatchObject({ kind: 'binary', path: join(tools, FOLDER, 'nats-server') });
    await acquire([way]);
    expect([asked, readdirSync(join(tools, FOLDER)).includes('archive.tar.gz')]).toEqual([1, false]);
  });

  it('is refused when its SHA-256 differs, and the next way is tried', async () => {
    const bytes = await archive();
    const url = await host((_request, response) => response.end(bytes));
    const way = fromArchive({ url, sha256: sumOf('something else') }, NO_LIMITS);
    expect(await triesOf([way])).toContain(`the SHA-256 of its ${bytes.length} bytes is ${sumOf(bytes)}, and`);
    debianStandIn();
    expect(await acquire([way, ...DEBIAN])).toMatchObject({ version: [2, 10, 7] });
  });

  it.each([
    ['is away', async () => `http://127.0.0.1:${await freePort()}/archive.tar.gz`, NO_LIMITS, /ECONNREFUSED/],
    ['does not answer', () => host(() => undefined), { answerMs: 100, stallMs: 100 }, /no answer within 0.1 s/],
    [
      'has no such file',
      () => host((_request, response) => response.writeHead(404).end('none')),
      NO_LIMITS,
      /answer 404/,
    ],
    [
      'cuts it short',
      () =>
        host(
          (_request, response) => (
            response.writeHead(200, { 'content-length': '99' }),
            response.write('half', () => response.destroy())
          ),
        ),
      NO_LIMITS,
      /terminated|other side closed|aborted/,
    ],
    [
      'stops in the middle',
      () => host((_request, response) => void response.write('half')),
      { answerMs: 20_000, stallMs: 100 },
      /nothing came for 0.1 s/,
    ],
  ])('says so when the host %s, and leaves nothing behind', async (_case, at, limits, words) => {
    const url = await at();
    expect(await triesOf([fromArchive({ url, sha256: sumOf('') }, limits)])).toMatch(words);
    expect(readdirSync(tools)).toEqual([]);
  });
});

describe('a failure to fetch a NATS server', () => {
  it('lists every attempt with its result, and names what to install', async () => {
    program('go', 'echo "module proxy is away" >&2; exit 1');
    program('docker', 'case "$1" in info) exit 0;; *) echo "pull access denied" >&2; exit 1;; esac');
    program('nats-server', 'exit 1');
    const ways = [fromArchive(null), ...WAYS.filter(({ label }) => !label.startsWith('release'))];
    const failure = await acquire(ways).catch((error) => error);
    expect(failure.message).toMatch(/^No NATS server: install nats-server/);
    expect(failure.detail.split('\n').slice(1)).toEqual([
      `  the PATH: ${join(bin, 'nats-server')} does not run`,
      `  release ${NATS_RELEASE.version}: no SHA-256 is pinned for ${MACHINE}`,
      '  Go: module proxy is away',
      '  docker: pull access denied',
      '  podman: no podman',
      "  Debian's package: no apt-get, no dpkg",
    ]);
  });

  it('lists one that does not run here as well', async () => {
    debianStandIn();
    program('dpkg', 'mkdir -p "$3/usr/sbin"; echo "for another processor" > "$3/usr/sbin/nats-server"');
    expect(await triesOf(DEBIAN)).toContain("Debian's package: what it brings does not run on this machine");
  });
});

describe('a container image', () => {
  it('is remembered, and fetched again when the engine has lost it', async () => {
    program(
      'docker',
      `echo "$1" >> ${folder}/docker; case "$1" in image) test -e ${folder}/lost && exit 1; exit 0;; esac`,
    );
    const ways = WAYS.filter(({ label }) => label === 'docker');
    const source = await acquire(ways);
    expect(source).toMatchObject({
      kind: 'container',
      engine: join(bin, 'docker'),
      image: expect.stringContaining(NATS_RELEASE.version),
    });
    expect(await acquire(ways)).toEqual(source);
    expect(readFileSync(join(folder, 'docker'), 'utf8').match(/pull/g)).toHaveLength(1);
    writeFileSync(join(folder, 'lost'), '');
    expect(await triesOf(ways)).toContain('docker: what it brings does not run');
    expect(readFileSync(join(folder, 'docker'), 'utf8').match(/pull/g)).toHaveLength(2);
  });
});
