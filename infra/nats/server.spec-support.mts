import { spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { eventually } from '@inkling/testing';
import { acquireNats } from '../local/nats-acquire.mts';
import { freePort } from '../local/ports.mts';
import { isAtLeast } from '../local/version.mjs';
import { USERS } from './access.mts';

/** The first version with `sync_interval`. */
const KNOWS_SYNC_INTERVAL = [2, 10, 0];

export const passwordOf = (user: string) => `secret-of-${user}`;

/**
 * Starts a server with the containers' nats.conf, except for its addresses and its store. The program is
 * INKLING_TEST_NATS, or the one that `npm start` uses.
 */
export async function startConfiguredNats(): Promise<{ url: string; log(): string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-nats-'));
  const given = process.env.INKLING_TEST_NATS;
  const source = given ? undefined : await acquireNats();
  if (source && source.kind !== 'binary') throw new Error('This spec needs a nats-server program, not a container.');
  const path = given ?? source?.path ?? '';
  const port = await freePort();
  let text = readFileSync(join(import.meta.dirname, 'nats.conf'), 'utf8')
    .replace('"0.0.0.0:4222"', `"127.0.0.1:${port}"`)
    .replace(/^http: .*$/m, '')
    .replace('"/data"', JSON.stringify(join(folder, 'store')));
  if (source && !isAtLeast(source.version, KNOWS_SYNC_INTERVAL)) text = text.replace(/^ *sync_interval: .*$/m, '');
  writeFileSync(join(folder, 'nats.conf'), text);
  await copyFile(join(import.meta.dirname, 'permissions.conf'), join(folder, 'permissions.conf'));
  const logFile = join(folder, 'nats.log');
  const output = openSync(logFile, 'a');
  const passwords = Object.fromEntries(USERS.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, passwordOf(user)]));
  const child = spawn(path, ['-c', join(folder, 'nats.conf')], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...passwords },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const log = () => readFileSync(logFile, 'utf8');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(log());
        await greeted(port);
      },
      { timeoutMs: 20_000 },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `nats://127.0.0.1:${port}`, log, stop };
}

const greeted = (port: number) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(socket.destroy()));
    socket.once('error', reject);
  });
