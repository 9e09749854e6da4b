import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Runs the product as `npm start` does, on new data that is deleted at the end. Playwright's configuration sets PORT
 * and DATA_DIR.
 */
const root = join(import.meta.dirname, '..', '..');
const { DATA_DIR: dataFolder } = process.env;
if (!dataFolder) throw new Error('DATA_DIR is not set');

// Every journey signs up users of its own, and all of them come from this one address.
const env = {
  AUTH_SIGNUPS_PER_IP: '100000',
  CONTACT_PER_IP: '100000',
  // Browsers do the work, but only a little.
  POW_DIFFICULTY: '2',
  AUTH_HASH_MEMORY_KIB: '64',
  AUTH_LOGIN_FAILURES_PER_IP: '100000',
  INSIGHTS_PROVIDER: 'off',
  // Short, so that journeys wait little for consumers that gather, and for votes to show in notifications.
  EVENT_GATHER_MS: '50',
  VOTE_NOTICE_INTERVAL_MS: '0',
  ...process.env,
  DATABASE_URL: '',
  NATS_URL: process.env.NATS_URL ?? '',
};
const child = spawn(process.execPath, [join(root, 'infra', 'local', 'start.mjs')], {
  cwd: root,
  env,
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => void leave(code ?? 1));

async function leave(code) {
  if (!process.env.E2E_KEEP_DATA) await rm(dataFolder, { recursive: true, force: true });
  process.exit(code);
}
