/**
 * Runs the product on a small disk, fills the disk, and checks readiness, a read and a write every second until there
 * is room again. Everything acknowledged must exist at the end. Needs Linux and root: it mounts a file as a disk.
 *
 *     node e2e/crash/full-disk.mjs
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, LaunchFailure } from '../../infra/local/failure.mjs';
import { underOwnNode } from '../../infra/local/own-node.mjs';

const SIZE = '900M';
/** Milliseconds within which readiness must change (ADR 16). */
const SOON_MS = 15_000;
const FULL_MS = 30_000;
const BLOCKS = [1024 * 1024, 4_096];

/** Mounts a new file system, which is removed afterwards. */
function mountDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-disk-'));
  const [file, disk] = [join(folder, 'file'), join(folder, 'disk')];
  mkdirSync(disk);
  const run = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    run('truncate', '-s', SIZE, file);
    run('mkfs.ext4', '-q', '-m', '0', file);
    run('mount', '-o', 'loop', file, disk);
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new LaunchFailure('No disk can be mounted here: it takes Linux, root, mkfs.ext4 and loop devices.', {
      cause,
    });
  }
  const unmount = () => {
    run('umount', disk);
    rmSync(folder, { recursive: true, force: true });
  };
  return { disk, unmount };
}

/** Fills a disk to its last block. */
function fill(file) {
  const fd = openSync(file, 'w');
  for (const size of BLOCKS) {
    try {
      for (;;) writeSync(fd, Buffer.alloc(size));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  closeSync(fd);
}

/** A signed-in user who reads everything once. */
async function startWatching(origin) {
  let cookie = '';
  const send = async (method, path, body) => {
    const json = body ? { 'content-type': 'application/json' } : {};
    const options = { method, headers: { cookie, ...json }, signal: AbortSignal.timeout(SOON_MS) };
    const answer = await fetch(origin + path, body ? { ...options, body: JSON.stringify(body) } : options);
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return { status: answer.status, body: await answer.json() };
  };
  await send('POST', '/api/auth/signup', { email: 'disk@example.org', password: 'correct horse' });
  await send('POST', '/api/users/create-profile', { name: 'Disk', username: 'disk' });
  const poll = { question: `Is there room? ${'x'.repeat(200)}`, options: ['Yes', 'No'] };
  let created = 0;
  const look = async () => {
    const [ready, live, read, write] = await Promise.all([
      send('GET', '/health/ready'),
      send('GET', '/health/live'),
      send('GET', '/api/polls'),
      send('POST', '/api/polls', poll),
    ]);
    if (write.status === 201) created += 1;
    const failing = Object.entries(ready.body.parts).filter(([, word]) => word !== 'ok');
    return {
      ready: ready.status,
      live: live.status,
      read: read.status,
      write: write.status,
      words: Object.fromEntries(failing),
    };
  };
  /** Polls whose creation was acknowledged but which do not exist. */
  const lost = async () => created - (await send('GET', '/api/users/me')).body.pollsCount;
  return { look, lost };
}

async function rehearse() {
  const { disk, unmount } = mountDisk();
  process.env.TMPDIR = disk;
  const { Instance } = await import('../support/instance.mjs');
  const instance = await Instance.create({ AUTH_SIGNUPS_PER_IP: '100' });
  const problems = [];
  /** Checks until `until` holds or time is up. */
  const watch = async (look, ms, until) => {
    const began = Date.now();
    for (;;) {
      const seen = await look();
      const after = Date.now() - began;
      process.stdout.write(`${(after / 1_000).toFixed(1).padStart(5)} s  ${JSON.stringify(seen)}\n`);
      if (seen.live !== 200 || seen.read !== 200 || ![201, 503].includes(seen.write))
        problems.push(JSON.stringify(seen));
      if (until(seen) || after > ms) return until(seen) ? after : undefined;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
  try {
    await instance.start();
    const { look, lost } = await startWatching(instance.origin);
    await watch(look, SOON_MS, ({ ready }) => ready === 200);
    const filler = join(disk, 'filler');
    fill(filler);
    process.stdout.write('The disk is full.\n');
    const red = await watch(look, SOON_MS, ({ words }) =>
      Object.values(words).some((word) => word.includes('disk full')),
    );
    await watch(look, FULL_MS, () => false);
    rmSync(filler);
    process.stdout.write('There is room again.\n');
    const green = await watch(look, SOON_MS, ({ ready, write }) => ready === 200 && write === 201);
    if (red === undefined) problems.push('readiness did not turn red in time');
    if (green === undefined) problems.push('readiness did not recover in time');
    const missing = await lost();
    if (missing !== 0) problems.push(`${missing} polls are missing that were acknowledged`);
    process.stdout.write(`Red after ${red} ms, green after ${green} ms, ${missing} acknowledged polls missing.\n`);
  } finally {
    await instance.stop();
    unmount();
  }
  if (problems.length > 0) throw new LaunchFailure(problems.join('\n'));
}

await underOwnNode(import.meta.filename, () => rehearse().catch(fail));
