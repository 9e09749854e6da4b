import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { runQuietly } from '../local/install.mjs';
import { findOnPath } from '../local/nats-acquire.mjs';
import { ROOT } from '../local/paths.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * A Chromium that is on this machine: CHROMIUM_PATH, the PATH, or one that Playwright has downloaded.
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = NAMES.map(findOnPath).find(Boolean) ?? MAC_APPLICATIONS.find(existsSync);
  if (found) return found;
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}

/**
 * Finds Chromium, or gets it: Debian's package for root there, else Playwright's own download.
 * @param {(line: string) => void} report
 * @returns {Promise<string>}
 * @throws {LaunchFailure} when none can be had
 */
export async function acquireChromium(report) {
  const found = findChromium();
  if (found) {
    if (!works(found)) throw new LaunchFailure(`${found} does not run: repair it, or set CHROMIUM_PATH to another Chromium.`);
    return found;
  }
  if (process.getuid?.() === 0 && findOnPath('apt-get')) {
    report("Installing Chromium (Debian's package) ...");
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('apt-get', ['-qq', 'update'], env);
    await runQuietly('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'chromium'], env);
  }
  if (!findChromium()) {
    report('Installing Chromium (Playwright’s download) ...');
    await runQuietly(join(ROOT, 'node_modules', '.bin', 'playwright'), ['install', 'chromium'], process.env);
  }
  const installed = findChromium();
  if (!installed || !works(installed)) {
    throw new LaunchFailure('No Chromium for the browser journeys: install it (Debian: apt install chromium), or set CHROMIUM_PATH.');
  }
  return installed;
}

function works(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
