import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_SETTINGS, connect, startPostgres } from '../local/postgres.mts';
import { createStackFolder, sweepForgottenStacks } from './stacks.mts';

const PASSWORD = 'test';
const SETTINGS = {
  ...TEST_SETTINGS,
  shared_buffers: '64MB',
  max_connections: '200',
  wal_level: 'replica',
  max_wal_senders: '4',
  // Only what has been flushed is sent.
  synchronous_commit: 'on',
};

/** A PostgreSQL of the test's own and a standby that follows it. */
export async function startReplicatedPostgres() {
  await sweepForgottenStacks();
  const [one, two] = [createStackFolder(), createStackFolder()];
  const options = { folder: join(one.root, 'postgres'), password: PASSWORD, settings: SETTINGS, folders: one.folders };
  const first = await startPostgres(options);
  await first.child.stop();
  // A stopped server's folder is a whole backup. `cp` keeps the owner, who may be another user.
  const folder = join(two.root, 'postgres');
  const copied = spawnSync('cp', ['-a', options.folder, folder], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The data folder cannot be copied: ${copied.stderr}`);
  writeFileSync(join(folder, 'standby.signal'), '');
  const primary = await startPostgres({ ...options, port: first.port });
  const { username } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${primary.port} user=${username} password=${PASSWORD}`;
  const standbyOptions = {
    folder,
    password: PASSWORD,
    settings: { ...SETTINGS, primary_conninfo: source, wal_retrieve_retry_interval: '200ms' },
    folders: two.folders,
  };
  let standby = await startPostgres(standbyOptions);
  const { port } = standby;
  const onStandby = async (/** @type {string} */ statement) => {
    const client = await connect(`${standby.url}/postgres`);
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    url: primary.url,
    readUrl: `postgres://127.0.0.1:${port}`,
    pause: () => onStandby('select pg_wal_replay_pause()'),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    stopStandby: () => standby.child.stop(),
    startStandby: async () => {
      standby = await startPostgres({ ...standbyOptions, port });
    },
    remove: async () => {
      await standby.child.stop();
      await primary.child.stop();
      for (const { root } of [one, two]) rmSync(root, { recursive: true, force: true });
    },
  };
}
