/** Inkling's whole path over HTTP against pgbench, interleaved, on the same PostgreSQL. */
import { availableParallelism, cpus } from 'node:os';
import { CONTENDERS, type Contender, type PgbenchStage } from './contenders.mts';
import { findPgbench } from './find-pgbench.mts';
import { compare, medians } from './floors.mts';
import { Child } from './child.mts';
import type { DriveResult } from './drive.mts';
import { comparisonsTable, figuresTable, processorTable } from './report.mts';
import { runRounds, type RoundRun } from './rounds.mts';
import { addPgbench, setStage } from './stage.mts';
import type { Options } from './options.mts';
import type { WithProduct } from './run.mts';
import type { Client } from 'pg';

const WARM_UP_SECONDS = 2;

/** @param folders of this run; of programs kept for the next one */
export async function compareWithPgbench(
  options: Options,
  { folder, tools }: { folder: string; tools: string },
  withProduct: WithProduct,
) {
  const contenders = CONTENDERS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const pgbenchProgram = findPgbench(tools);
  return withProduct({}, async ({ product, database }) => {
    const generator = new Child<DriveResult>(new URL('generator.mts', import.meta.url));
    try {
      const stage = await addPgbench(await setStage({ product, database, generator }, options), {
        databaseUrl: product.databaseUrl,
        program: pgbenchProgram,
        folder,
        hotPolls: (options.rounds + 1) * contenders.length,
      });
      const about = await describe(database, options);
      const measured = await measure(stage, contenders, options);
      return { about, ...measured, missed: options.strict && measured.comparisons.some(({ pass }) => !pass) };
    } finally {
      generator.stop();
    }
  });
}

async function describe(database: Client, { rounds, seconds, voters, spreadPolls }: Options) {
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
    `${about.postgresql}, fsync ${fsync}, synchronous_commit ${commit}; ${about.cores} cores; ` +
      `${rounds} rounds of ${seconds} s each`,
  );
  console.log(
    `${voters.toLocaleString('en')} voters with accounts and sessions as rows; the gateway verifies their access ` +
      'tokens as any others; no voter votes twice in a run',
  );
  return about;
}

async function measure(stage: PgbenchStage, contenders: Contender[], options: Options) {
  const problems: string[] = [];
  const announce =
    (round: string) =>
    ({ name }: Contender, run: RoundRun) => {
      const [rate, p50, p99] = [Math.round(run.perSecond), run.p50.toFixed(2), run.p99.toFixed(2)];
      console.log(`${round}  ${name.padEnd(22)} ${rate}/s, p50 ${p50} ms, p99 ${p99} ms`);
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
