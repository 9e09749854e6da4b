import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import type { ChildProcessByStdio } from 'child_process';
import type { Readable } from 'stream';

const START_TIMEOUT_MS = 120_000;

/** A running product. */
export interface Instance {
  origin: string;
  /** Where it is known. */
  dataFolder: string | undefined;
  stop: () => Promise<void>;
}

/**
 * Starts a product of its own, as `npm start` does, on data that goes with it.
 * @param responsesUrl where it asks for Deep Dives
 * @throws {LaunchFailure} with what the launcher said
 */
export async function startInstance(responsesUrl: string): Promise<Instance> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'inkling-screenshots-'));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: '',
    NATS_URL: '',
    PORT: String(port),
    DATA_DIR: dataFolder,
    AUTH_SIGNUPS_PER_IP: '100000',
    COMMENTS_PER_MINUTE: '1000',
    RECOMMENDATIONS_MS: '2000',
    OPENAI_API_KEY: 'local',
    OPENAI_BASE_URL: responsesUrl,
  };
  const launcher = spawn(process.execPath, [join(ROOT, 'infra', 'local', 'start.mjs')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => launcher.once('exit', resolve));
  const stop = async () => {
    launcher.kill('SIGTERM');
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await untilRunning(launcher);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin: `http://localhost:${port}`, dataFolder, stop };
}

function untilRunning(launcher: ChildProcessByStdio<null, Readable, Readable>) {
  let output = '';
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new LaunchFailure('Inkling does not start in time.', { detail: output })),
      START_TIMEOUT_MS,
    );
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    const read = (chunk: string) => {
      output += chunk;
      if (output.includes('Inkling is running at')) settle(resolve);
    };
    launcher.stdout.on('data', read);
    launcher.stderr.on('data', read);
    launcher.once('error', (error) => settle(() => reject(error)));
    launcher.once('exit', () => settle(() => reject(new LaunchFailure('Inkling did not start.', { detail: output }))));
  });
}
