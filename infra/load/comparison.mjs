/** Inkling's whole path over HTTP against pgbench, interleaved, on the same PostgreSQL. */
import { availableParallelism, cpus } from 'node:os';
import { CONTENDERS } from './contenders.mjs';
import { findPgbench } from './find-pgbench.mjs';
import { compare, medians } from './floors.mjs';
import { Generator } from './generator-client.mjs';
import { comparisonsTable, figuresTable, processorTable } from './report.mjs';
import { runRounds } from './rounds.mjs';
import { setStage } from './stage.mjs';

const WARM_UP_SECONDS = 2;

/**
 * @param {import('./options.mjs').Options} options
 * @param {{ folder: string, tools: string }} folders of this run; of programs kept for the next one
 * @param {import('./run.mjs').WithProduct} withProduct
 */
export async function compareWithPgbench(options, { folder, tools }, withProduct) {
  const contenders = CONTENDERS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const pgbenchProgram = findPgbench(tools);
  return withProduct({}, async ({ product, database }) => {
    const generator = new Generator();
    try {
      const { voters, spreadPolls, seconds, rounds } = options;
      const size = { voters, spreadPolls, seconds, hotPolls: (rounds + 1) * contenders.length };
      const stage = await setStage({ product, database, generator, pgbenchProgram, folder }, size);
      const about = await describe(database, options);
      const measured = await measure(stage, contenders, options);
      return { about, ...measured, missed: options.strict && measured.comparisons.some(({ pass }) => !pass) };
    } finally {
      generator.stop();
    }
  });
}

/** @param {import('pg').Client} database @param {import('./options.mjs').Options} options */
async function describe(database, { rounds, seconds, voters, spreadPolls }) {
  const { rows } = await database.query(
    "select version(), current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  );
  const { version, fsync, commit } = rows[0];
  const about = {
    date: new Date().toISOString(),
    postgresql: version.split(' on ')[0],
    fsync,
    synchronousCommit: commit,
    cores: availableParallelism(),
    processor: cpus()[0]?.model,
    node: process.version,
    rounds,
    seconds,
    voters,
    spreadPolls,
  };
  console.log(
    `${about.postgresql}, fsync ${fsync}, synchronous_commit ${commit}; ${about.cores} cores; ${rounds} rounds of ${seconds} s each`,
  );
  console.log(
    `${voters.toLocaleString('en')} voters with accounts and sessions as rows; the gateway verifies their access tokens as any others; no voter votes twice in a run`,
  );
  return about;
}

/**
 * @param {import('./contenders.mjs').Stage} stage @param {import('./contenders.mjs').Contender[]} contenders @param
 * {import('./options.mjs').Options} options
 */
async function measure(stage, contenders, options) {
  /** @type {string[]} */
  const problems = [];
  const announce =
    (/** @type {string} */ round) =>
    (
      /** @type {import('./contenders.mjs').Contender} */ { name },
      /** @type {import('./rounds.mjs').RoundRun} */ run,
    ) => {
      console.log(
        `${round}  ${name.padEnd(22)} ${Math.round(run.perSecond)}/s, p50 ${run.p50.toFixed(2)} ms, p99 ${run.p99.toFixed(2)} ms`,
      );
      for (const problem of run.problems) {
        problems.push(`${name}: ${problem}`);
        console.log(`         WRONG: ${problem}`);
      }
    };
  const warmUp = { ...stage, seconds: Math.min(WARM_UP_SECONDS, stage.seconds) };
  if (!options.quick) await runRounds(warmUp, contenders, { rounds: 1, onRun: announce('warm-up') });
  const runs = await runRounds(stage, contenders, {
    rounds: options.rounds,
    onRun: (contender, run) => announce(`round ${run.round}`)(contender, run),
  });
  const results = contenders.map(({ name, label }) => ({
    name,
    label,
    runs: runs.get(name) ?? [],
    figures: medians(runs.get(name) ?? []),
  }));
  const comparisons = compare(new Map(results.map(({ name, figures }) => [name, figures])));
  const tables = [
    figuresTable(results),
    processorTable(results),
    ...(comparisons.length > 0 ? [comparisonsTable(comparisons)] : []),
  ];
  console.log(`\nMedians of ${options.rounds} rounds\n\n${tables.join('\n\n')}\n`);
  if (problems.length > 0)
    console.log(`Counts or answers were wrong ${problems.length} times; the figures above are worth nothing.`);
  else console.log('After every run rows, totals, counts per option and events equalled the acknowledged votes.');
  return { results, comparisons, problems };
}
