import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { composeArguments, docker } from './composed.mts';

/** An instant with its zone: without one, every reader understands another moment. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)$/;
/** States in which a container writes, or may do so soon: one that crashes over and over is `restarting`. */
const ALIVE = ['running', 'restarting', 'paused'].flatMap((state) => ['--status', state]);
const WRITERS = ['archive', 'postgres'];
const STORES = ['postgres', 'nats', 's3'];

/**
 * @param text `latest`, or an instant with its zone
 * @returns the instant in UTC, or '' for the latest
 * @throws {LaunchFailure} when it is none, or in the future
 */
export function parseMoment(text: string, now = Date.now()): string {
  if (text === 'latest') return '';
  const at = INSTANT.test(text) ? new Date(text.replace(' ', 'T')) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new LaunchFailure(`--to-time ${text}: give a moment with its zone, as 2026-11-22T03:00:00Z, or latest.`);
  if (at.getTime() > now) throw new LaunchFailure(`${text} is to come.`);
  return at.toISOString();
}

/**
 * Replaces PostgreSQL's data of a composed installation by that of a moment of the continuous archive
 * (`infra/postgres/archive`). Nothing is touched until the new data is complete.
 * @param options `moment`: as `parseMoment` returns it
 * @throws {LaunchFailure} when services run, or the archive does not reach there
 */
export async function recoverToTime({
  envFile,
  moment,
  services,
  report,
}: {
  envFile: string;
  moment: string;
  services: readonly string[];
  report: (line: string) => void;
}) {
  const compose = [...composeArguments(envFile), '--profile', 'backup', '--profile', 'recover'];
  const alive = async () => (await docker([...compose, 'ps', ...ALIVE, '--services'])).split('\n');
  const before = await alive();
  const busy = ['nginx', 'gateway', ...services].filter((name) => before.includes(name));
  if (busy.length > 0)
    throw new LaunchFailure(`Running: ${busy.join(', ')}. Stop them first: npm run compose -- stop ${busy.join(' ')}`);
  // The archive ends first, and has then all that PostgreSQL has written.
  for (const name of WRITERS) await docker([...compose, 'stop', name]);
  try {
    // A postmaster.pid proves nothing: a killed server leaves one, and that is when a recovery is needed most.
    const after = await alive();
    const left = WRITERS.filter((name) => after.includes(name));
    if (left.length > 0) throw new LaunchFailure(`Still running: ${left.join(', ')}. Nothing was changed.`);
    report(moment ? `Recovering to ${moment} ...` : 'Recovering to the latest moment ...');
    const args = [...compose, 'run', '--rm', '-T', '-e', `TARGET_TIME=${moment}`, 'recover'];
    const child = spawn('docker', args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new LaunchFailure('The database was not recovered: see above. What was there is as it was.');
  } finally {
    const up = ['up', '-d', '--wait', '--wait-timeout', '180', ...STORES];
    await docker([...compose, ...up], 'PostgreSQL does not start again');
  }
}
