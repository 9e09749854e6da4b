import { join } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { findChromium } from '../infra/test/chromium.mts';

const root = join(import.meta.dirname, '..');
// Workers evaluate this file again, so they must use what the first evaluation chose.
const port = (process.env['E2E_PORT'] ??= '18080');
const dataFolder = (process.env['E2E_DATA_DIR'] ??= join(root, '.data', 'e2e', `${process.pid}`));
/** E2E_BASE_URL names a running instance for the journeys to use. */
const given = process.env['E2E_BASE_URL'];
const baseURL = given ?? `http://localhost:${port}`;
const executablePath = findChromium();

const reporter: ReporterDescription[] = [
  ['list'],
  ['html', { open: 'never', outputFolder: join(root, 'playwright-report') }],
];
if (process.env['E2E_JSON_REPORT']) reporter.push(['json']);

/** Files that start their own product or visit many pages. They take longest, so they start first. */
const LONG = ['accessibility', 'firebase-sign-in', 'mail-and-insights', 'network'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: './journeys',
  globalSetup: './support/first-polls.ts',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: LONG },
  ],
  outputDir: join(root, 'test-results'),
  // Only a busy machine needs nearly this long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Journeys share one product; each makes its own users and polls.
  fullyParallel: true,
  // One more than a small machine has cores, because a journey waits part of the time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter,
  use: {
    baseURL,
    // Recording every journey takes a quarter of the processor time; `--trace retain-on-failure` asks for it.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Painting every frame of every movement takes a twentieth of the processor time; MOVING asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Root has no sandbox in Chromium; the rest keeps it from calling home in the middle of a test.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
  ...(given
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" "${join(import.meta.dirname, 'support', 'product.mjs')}"`,
          url: `${baseURL}/health/ready`,
          timeout: 240_000,
          stdout: 'ignore' as const,
          stderr: 'pipe' as const,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 40_000 },
          env: { PORT: port, DATA_DIR: dataFolder },
        },
      }),
});
