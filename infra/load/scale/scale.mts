/**
 * Reads over HTTP through the gateway while the product grows. Two instances run side by side: one stays at the first
 * size, the other grows, and at each size both are read in turns, so that what else the computer does falls on both
 * alike.
 */
import { availableParallelism } from 'node:os';
import { waitUntilQuiet } from '../quiet.mts';
import { milliseconds, table, whole } from '../report.mts';
import { median } from '../statistics.mts';
import { Reader } from './reader.mts';
import { readsAt, REFERENCE } from './reads.mts';
import { Seeding, type Filled } from './seeding.mts';
import { warmUp, type Instance } from './warm-up.mts';
import type { Parts } from '../run.mts';

/** The p50 at the largest size, in those at the first, may be at most this. */
const LIMIT = 1.3;
const REPEATS = 5;
const RUN_SECONDS = 0.6;
/**
 * Search looks once a minute at how common words are; a measurement before that would be of a plan that is about to
 * change.
 */
const STATISTICS_MS = 61_000;
/** Users whose names are looked for. */
const NAMES = 200;

/** Milliseconds. */
export interface Figures {
  p50: number;
  p99: number;
}
/** `first`: the small instance at the same time. */
export interface Measured {
  size: number;
  seedSeconds: number;
  reads: { name: string; first: Figures; grown: Figures; ratio: number }[];
}

export async function measureScale(
  { small, growing }: { small: Parts; growing: Parts },
  { sizes: [first, ...sizes], quick }: { sizes: number[]; quick: boolean },
) {
  const repeats = quick ? 1 : REPEATS;
  const about = {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    connections: Reader.CONNECTIONS,
    repeats,
    seconds: RUN_SECONDS,
    limit: LIMIT,
  };
  console.log(
    `${about.connections} connections; at each size ${repeats} runs of ${RUN_SECONDS} s of each kind, ` +
      `in turns with ${whole(first)} polls; ${about.cores} cores`,
  );
  const problems: string[] = [];
  const seedings = await Promise.all([small, growing].map(({ product }) => Seeding.open(product.databaseUrl)));
  try {
    const [smallSeeding, seeding] = seedings as [Seeding, Seeding];
    const smallReader = await readerOf(small, await smallSeeding.growTo(first), first);
    // Also grown step by step, so that the oldest polls and their rare words are the same.
    await seeding.growTo(first);
    const measured: Measured[] = [];
    let searchedAt = -Infinity;
    for (const size of sizes) {
      const start = performance.now();
      const filled = await seeding.growTo(size);
      const seedSeconds = (performance.now() - start) / 1_000;
      console.log(`${whole(size)} polls, users and search documents are there after ${seedSeconds.toFixed(0)} s`);
      const reader = await readerOf(growing, filled, first);
      if (!quick)
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, searchedAt + STATISTICS_MS - performance.now())),
        );
      measured.push({
        size,
        seedSeconds,
        reads: await inTurns(
          { reader: smallReader, database: small.database },
          { reader, database: growing.database },
          repeats,
        ),
      });
      problems.push(
        ...reader.problems.splice(0).map((problem) => `at ${whole(size)} polls, ${problem}`),
        ...smallReader.problems.splice(0).map((problem) => `at ${whole(first)} polls, ${problem}`),
      );
      searchedAt = performance.now();
    }
    print(first, measured, problems);
    const missed = !quick && (measured.at(-1)?.reads ?? []).some((read) => !passes(read));
    return { about, first, measured, problems, missed };
  } finally {
    await Promise.all(seedings.map((seeding) => seeding.close()));
  }
}

/** @param everywhere users who are there at every size */
async function readerOf({ product, database }: Parts, filled: Filled, everywhere: number) {
  await waitUntilQuiet(database);
  const { rows } = await database.query(
    `select username from search.user_documents where user_id <= $1 order by user_id % 7, user_id limit ${NAMES}`,
    [everywhere],
  );
  return new Reader(
    product,
    filled.readers,
    await readsAt(
      filled,
      rows.map(({ username }) => username),
    ),
  );
}

async function inTurns(smallOne: Instance, grownOne: Instance, repeats: number): Promise<Measured['reads']> {
  const [small, grown] = [smallOne.reader, grownOne.reader];
  await small.check();
  await grown.check();
  for (const name of small.names) {
    if (repeats > 1) await warmUp(name, [grownOne, smallOne]);
    else for (const reader of [grown, small]) await reader.read(name, RUN_SECONDS);
  }
  const runs: Map<string, { first: Figures[]; grown: Figures[] }> = new Map(
    small.names.map((name) => [name, { first: [], grown: [] }]),
  );
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [name, figures] of runs) {
      figures.first.push(await small.read(name, RUN_SECONDS));
      figures.grown.push(await grown.read(name, RUN_SECONDS));
    }
  }
  const middle = (list: Figures[]) => ({
    p50: median(list.map(({ p50 }) => p50)),
    p99: median(list.map(({ p99 }) => p99)),
  });
  return [...runs].map(([name, figures]) => {
    const [first, other] = [middle(figures.first), middle(figures.grown)];
    // Of each turn by itself: a moment in which the computer is slow then counts in both.
    return {
      name,
      first,
      grown: other,
      ratio: median(figures.grown.map(({ p50 }, turn) => p50 / (figures.first[turn]?.p50 ?? Number.NaN))),
    };
  });
}

const passes = ({ name, ratio }: { name: string; ratio: number }) => name === REFERENCE || ratio <= LIMIT;

function print(first: number, measured: Measured[], problems: string[]) {
  const cell = ({ p50, p99 }: Figures | undefined = { p50: Number.NaN, p99: Number.NaN }) =>
    `${milliseconds(p50)} / ${milliseconds(p99)}`;
  const head = ['p50 / p99 ms', ...measured.flatMap(({ size }) => [whole(first), whole(size), 'ratio']), 'at most', ''];
  const rows = (measured.at(-1)?.reads ?? []).map((last, index) => [
    last.name,
    ...measured.flatMap(({ reads }) => [
      cell(reads[index]?.first),
      cell(reads[index]?.grown),
      (reads[index]?.ratio ?? Number.NaN).toFixed(2),
    ]),
    last.name === REFERENCE ? '' : String(LIMIT),
    last.name === REFERENCE ? 'reference' : passes(last) ? 'PASS' : 'FAIL',
  ]);
  console.log(`\n${table(head, rows, [0, head.length - 1])}\n`);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
}
