import { underOwnNode } from '../../infra/local/own-node.mjs';

/** `npm run screenshots`: options are Playwright's, such as `-g home --project phone-dark`. */
await underOwnNode(import.meta.filename, async (args) => {
  const { spawn } = await import('node:child_process');
  const { build } = await import('../../infra/local/build.mts');
  const { acquireChromium } = await import('../../infra/test/chromium.mts');
  const report = (line) => console.log(line);
  const env = { ...process.env, CHROMIUM_PATH: await acquireChromium(report) };
  await build(report);
  const config = new URL('playwright.config.ts', import.meta.url).pathname;
  const cli = new URL('../../node_modules/@playwright/test/cli.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [cli, 'test', '-c', config, ...args], { env, stdio: 'inherit' });
  child.once('exit', (code) => process.exit(code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
});
