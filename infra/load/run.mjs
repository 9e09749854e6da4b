/** One run of the benchmark, from the options to the exit code. */
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { LaunchFailure } from '../local/failure.mjs';
import { CONTENDERS } from './contenders.mjs';
import { findPgbench } from './find-pgbench.mjs';
import { compare, medians } from './floors.mjs';
import { Generator } from './generator-client.mjs';
import { parseOptions } from './options.mjs';
import { startProduct } from './product.mjs';
import { comparisonsTable, figuresTable, processorTable } from './report.mjs';
import { runRounds } from './rounds.mjs';
import { setStage } from './stage.mjs';

const WRONG = 1;
const FLOOR_MISSED = 2;
const WARM_UP_SECONDS = 2;

/**
 * @param {import('./options.mjs').Options} options
 * @param {{ folder: string, tools: string }} folders of this run; of programs kept for the next one
 */
async function bench(options, { folder, tools }) {
  const contenders = CONTENDERS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  if (contenders.length === 0) throw new LaunchFailure(`--only takes ${CONTENDERS.map(({ name }) => name).join(', ')}`);
  const pgbenchProgram = findPgbench(tools);
  console.log('Starting Inkling, one process per service, on a database of its own ...');
  const product = await startProduct({ dataDir: join(folder, 'data'), tools, profile: options.profile });
  const database = new pg.Client(product.databaseUrl);
  const generator = new Generator();
  try {
    // A lost connection shows as a failed query.
    database.on('error', () => undefined);
    await database.connect();
    const { voters, spreadPolls, seconds, rounds } = options;
    const size = { voters, spreadPolls, seconds, hotPolls: (rounds + 1) * contenders.length };
    const stage = await setStage({ product, database, generator, pgbenchProgram, folder }, size);
    const about = await describe(database, options);
    return { about, ...(await measure(stage, contenders, options)) };
  } finally {
    generator.stop();
    await database.end().catch(() => undefined);
    await product.stop();
  }
}

/** @param {pg.Client} database @param {import('./options.mjs').Options} options */
async function describe(database, { rounds, seconds, voters, spreadPolls }) {
  const { rows } = await database.query("select version(), current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit");
  const { version, fsync, commit } = rows[0];
  const about = { date: new Date().toISOString(), postgresql: version.split(' on ')[0], fsync, synchronousCommit: commit, cores: availableParallelism(), processor: cpus()[0]?.model, node: process.version, rounds, seconds, voters, spreadPolls };
  console.log(`${about.postgresql}, fsync ${fsync}, synchronous_commit ${commit}; ${about.cores} cores; ${rounds} rounds of ${seconds} s each`);
  console.log(`${voters.toLocaleString('en')} voters with accounts and sessions as rows; the gateway verifies their access tokens as any others; no voter votes twice in a run`);
  return about;
}

/** @param {import('./contenders.mjs').Stage} stage @param {import('./contenders.mjs').Contender[]} contenders @param {import('./options.mjs').Options} options */
async function measure(stage, contenders, options) {
  /** @type {string[]} */
  const problems = [];
  const announce = (/** @type {string} */ round) => (/** @type {import('./contenders.mjs').Contender} */ { name }, /** @type {import('./rounds.mjs').RoundRun} */ run) => {
    console.log(`${round}  ${name.padEnd(22)} ${Math.round(run.perSecond)}/s, p50 ${run.p50.toFixed(2)} ms, p99 ${run.p99.toFixed(2)} ms`);
    for (const problem of run.problems) {
      problems.push(`${name}: ${problem}`);
      console.log(`         WRONG: ${problem}`);
    }
  };
  const warmUp = { ...stage, seconds: Math.min(WARM_UP_SECONDS, stage.seconds) };
  if (!options.quick) await runRounds(warmUp, contenders, { rounds: 1, onRun: announce('warm-up') });
  const runs = await runRounds(stage, contenders, { rounds: options.rounds, onRun: (contender, run) => announce(`round ${run.round}`)(contender, run) });
  const results = contenders.map(({ name, label }) => ({ name, label, runs: runs.get(name) ?? [], figures: medians(runs.get(name) ?? []) }));
  const comparisons = compare(new Map(results.map(({ name, figures }) => [name, figures])));
  const tables = [figuresTable(results), processorTable(results), ...(comparisons.length > 0 ? [comparisonsTable(comparisons)] : [])];
  console.log(`\nMedians of ${options.rounds} rounds\n\n${tables.join('\n\n')}\n`);
  if (problems.length > 0) console.log(`Counts or answers were wrong ${problems.length} times; the figures above are worth nothing.`);
  else console.log('After every run rows, totals, counts per option and events equalled the acknowledged votes.');
  return { results, comparisons, problems };
}

/**
 * Measures, prints the tables, writes the figures of all rounds, and sets the exit code: 1 when counts or answers were
 * wrong, 2 with `--strict` when a floor was missed.
 * @param {string[]} args
 */
export async function run(args) {
  const options = parseOptions(args);
  const base = resolve(process.env.DATA_DIR ?? '.data');
  // On the disk that holds the data, not in a folder for temporary files, which may be memory where fsync costs nothing.
  const folders = { folder: join(base, `bench-${process.pid}`), tools: join(base, 'tools') };
  await mkdir(folders.folder, { recursive: true });
  // However it ends: by an error or a signal as well.
  if (!options.keep) process.once('exit', () => rmSync(folders.folder, { recursive: true, force: true }));
  const outcome = await bench(options, folders);
  const file = resolve(options.json ?? join(base, 'bench.json'));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(outcome, null, 2)}\n`);
  console.log(`All rounds: ${file}${options.keep ? `; data: ${folders.folder}` : ''}`);
  if (outcome.problems.length > 0) process.exitCode = WRONG;
  else if (options.strict && outcome.comparisons.some(({ pass }) => !pass)) process.exitCode = FLOOR_MISSED;
}
