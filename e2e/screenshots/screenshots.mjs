import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFailure } from '../../infra/local/failure.mjs';
import { underOwnNode } from '../../infra/local/own-node.mjs';

/** `npm run screenshots`: options are Playwright's, such as `-g home --project phone-dark`. */
await underOwnNode(import.meta.filename, async (args) => {
  const { build } = await import('../../infra/local/build.mts');
  const { acquireChromium } = await import('../../infra/test/chromium.mts');
  if (process.env.E2E_BASE_URL && !process.env.E2E_DATA_DIR)
    throw new LaunchFailure('E2E_DATA_DIR is missing: the data folder of the instance at E2E_BASE_URL.');
  const report = (line) => console.log(line);
  const env = { ...process.env, CHROMIUM_PATH: await acquireChromium(report) };
  await build(report);
  const root = join(import.meta.dirname, '../..');
  // A whole run leaves no picture of a screen that is gone.
  if (args.length === 0) rmSync(join(root, '.data/screenshots'), { recursive: true, force: true });
  const config = join(import.meta.dirname, 'playwright.config.ts');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [cli, 'test', '-c', config, ...args], { env, stdio: 'inherit' });
  child.once('exit', (code) => process.exit(code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
});
