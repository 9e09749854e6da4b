/** One run of k6 with a prepared audience: hands the script its input, and reads its figures and notes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchFailure } from '../../local/failure.mjs';
import { OPTIONS } from './audience.mts';
import { runK6, type K6 } from './find-k6.mts';
import type { Person } from './person.mts';

const SCRIPTS = join(import.meta.dirname, 'scripts');
/** Time that a first `go run` may need, and k6's own end. */
const OVERHEAD_MS = 10 * 60_000;
const THRESHOLD_MISSED = 99;

/** What k6 sums up, by the names of its metrics. */
export type Metrics = Record<
  string,
  { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> } | undefined
>;

export interface Traffic {
  /** K6's, by name: `{ type, values, thresholds }`. */
  metrics: Metrics;
  /** Lines of the scripts: `vote <user> <poll>`, `like <user> <poll>`, `comment <poll> <id>`, `wrong ...`. */
  notes: string[];
  /** Whether every threshold was met. */
  met: boolean;
}

/**
 * @param how `ledger`: note what is acknowledged
 * @throws {LaunchFailure} when k6 did not run to its end
 */
export async function drive(
  k6: K6,
  load: {
    kind: string;
    origin: string;
    durationMs: number;
    vus: number;
    rate: number;
    limits: { p95: number; failed: number };
  },
  { people, polls }: { people: Person[]; polls: { id: number }[] },
  { ledger = false, quiet = false }: { ledger?: boolean; quiet?: boolean } = {},
): Promise<Traffic> {
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
    const metrics: Metrics = JSON.parse(figures);
    const lines = ledger ? (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean) : [];
    return {
      metrics,
      notes: lines,
      met: Object.values(metrics).every((metric) => Object.values(metric?.thresholds ?? {}).every(({ ok }) => ok)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns of a counter that may never have been raised */
export const countOf = ({ metrics }: Traffic, name: string): number => metrics[name]?.values.count ?? 0;
