/** One run of k6 with a prepared audience: hands the script its input, and reads its figures and notes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchFailure } from '../../local/failure.mjs';
import { OPTIONS } from './audience.mjs';
import { runK6 } from './find-k6.mjs';

const SCRIPTS = join(import.meta.dirname, 'scripts');
/** Time that a first `go run` may need, and k6's own end. */
const OVERHEAD_MS = 10 * 60_000;
const THRESHOLD_MISSED = 99;

/**
 * @typedef {object} Traffic
 * @property {Record<string, any>} metrics k6's, by name: `{ type, values, thresholds }`
 * @property {string[]} notes lines of the scripts: `vote <user> <poll>`, `like <user> <poll>`, `comment <poll> <id>`,
 *   `wrong ...`
 * @property {boolean} met whether every threshold was met
 */

/**
 * @param {import('./find-k6.mjs').K6} k6
 * @param {{ kind: string, origin: string, durationMs: number, vus: number, rate: number, limits: { p95: number, failed:
 *   number } }} load
 * @param {{ people: import('./person.mjs').Person[], polls: { id: number }[] }} audience
 * @param {{ ledger?: boolean, quiet?: boolean }} [how] `ledger`: note what is acknowledged
 * @returns {Promise<Traffic>}
 * @throws {LaunchFailure} when k6 did not run to its end
 */
export async function drive(k6, load, { people, polls }, { ledger = false, quiet = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-load-'));
  const [input, summary, notes] = ['load.json', 'summary.json', 'notes.txt'].map((name) => join(folder, name));
  try {
    const users = people.map(({ id, cookie }) => ({ id, cookie }));
    const { kind, ...settings } = load;
    // It holds sessions, and who voted: only for as long as the run takes, and for nobody else to read.
    await writeFile(
      input,
      JSON.stringify({ ...settings, users, polls: polls.map(({ id }) => id), optionCount: OPTIONS.length, ledger }),
      { mode: 0o600 },
    );
    const { code, said } = await runK6(k6, {
      script: join(SCRIPTS, `${kind}.js`),
      folders: [SCRIPTS, folder],
      env: { INKLING_LOAD: input, INKLING_SUMMARY: summary },
      args: ledger ? ['--log-format', 'raw', '--console-output', notes] : [],
      quiet,
      timeoutMs: load.durationMs + OVERHEAD_MS,
    });
    // `go run` says 1 whatever its program said.
    const ended = code === 0 || code === THRESHOLD_MISSED || (code === 1 && k6.command === 'go');
    const figures = ended ? await readFile(summary, 'utf8').catch(() => undefined) : undefined;
    if (!figures) throw new LaunchFailure(`k6 ended with code ${code}.`, { detail: said });
    const metrics = JSON.parse(figures);
    const lines = ledger ? (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean) : [];
    return {
      metrics,
      notes: lines,
      met: Object.values(metrics).every(({ thresholds = {} }) => Object.values(thresholds).every(({ ok }) => ok)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Traffic} traffic @param {string} name @returns {number} of a counter that may never have been raised */
export const countOf = ({ metrics }, name) => metrics[name]?.values.count ?? 0;
