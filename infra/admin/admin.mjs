import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchFailure } from '../local/failure.mjs';
import { underOwnNode } from '../local/own-node.mjs';
import { ROOT } from '../local/paths.mjs';
import { loadSettings } from '../local/settings.mjs';

// `npm run admin -- <command>`: against the instance that NATS_URL names, or else the one that `npm start` has running
// here.
await underOwnNode(fileURLToPath(import.meta.url), async (args) => {
  loadSettings();
  const { build } = await import('../local/build.mts');
  await build((line) => console.log(line));
  const { asksForHelp, runAdmin } = await import('@inkling/admin');
  process.exitCode = await runAdmin(args, asksForHelp(args) ? undefined : connection());
});

/** @returns {import('@inkling/admin').AdminConnection} */
function connection() {
  const { NATS_URL, NATS_USER, NATS_PASSWORD } = process.env;
  if (NATS_URL) return { servers: NATS_URL, user: NATS_USER, pass: NATS_PASSWORD };
  const file = join(resolve(ROOT, process.env.DATA_DIR || '.data'), 'addresses.json');
  if (!existsSync(file))
    throw new LaunchFailure('No instance is running here. Start one with npm start, or give its NATS_URL.');
  const { nats } = JSON.parse(readFileSync(file, 'utf8'));
  return { servers: nats.url, user: nats.user, pass: nats.password };
}
