/** This checkout's product and another one's, started side by side and measured in turns with the same load. */
import { Child } from './child.mts';
import { HTTP_CONTENDERS, type Contender, type Stage } from './contenders.mts';
import type { DriveResult } from './drive.mts';
import type { Options } from './options.mts';
import { processorTable, table, whole } from './report.mts';
import { runOnce } from './rounds.mts';
import type { Outcome, Parts } from './run.mts';
import { setStage } from './stage.mts';
import { median } from './statistics.mts';

type OnceRun = Awaited<ReturnType<typeof runOnce>>;
/** Runs of both that followed one another. */
interface Pair {
  ours: OnceRun;
  other: OnceRun;
}
interface Compared {
  name: string;
  pairs: Pair[];
  /** Median over the pairs of this checkout's rate, divided by the other's. */
  ratio: number;
}

const WARM_UP_SECONDS = 2;

/**
 * Each round runs every contender twice, once per checkout, and the checkout that begins changes from round to round.
 * A ratio compares two runs that followed one another, so other load on the computer affects both.
 */
export async function compareCheckouts(
  { ours, other }: { ours: Parts; other: Parts },
  options: Options,
): Promise<Outcome & { compared: Compared[] }> {
  const contenders = HTTP_CONTENDERS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const generators = [ours, other].map(() => new Child<DriveResult>(new URL('generator.mts', import.meta.url)));
  try {
    const stages = {
      ours: await setStage({ ...ours, generator: generators[0] }, options),
      other: await setStage({ ...other, generator: generators[1] }, options),
    };
    if (!options.quick) for (const contender of contenders) await pairOf(shortened(stages), contender, 0);
    const pairs = new Map<string, Pair[]>(contenders.map(({ name }) => [name, []]));
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const { database } of Object.values(stages)) await database.query('checkpoint');
      for (const contender of contenders) {
        const pair = await pairOf(stages, contender, round);
        pairs.get(contender.name)?.push(pair);
        const rates = `${whole(pair.ours.perSecond)}/s to ${whole(pair.other.perSecond)}/s`;
        console.log(`round ${round}  ${contender.name.padEnd(22)} ${rates}, ${ratioOf(pair).toFixed(3)}`);
      }
    }
    const compared = [...pairs].map(([name, list]) => ({ name, pairs: list, ratio: median(list.map(ratioOf)) }));
    console.log(`\n${tableOf(compared)}\n\n${processorTable(compared.flatMap(withProcessor))}\n`);
    const problems = compared.flatMap(({ name, pairs: list }) =>
      list.flatMap((pair) => [...pair.ours.problems, ...pair.other.problems].map((problem) => `${name}: ${problem}`)),
    );
    for (const problem of problems) console.log(`WRONG: ${problem}`);
    return { problems, compared };
  } finally {
    for (const generator of generators) generator.stop();
  }
}

type Stages = Record<keyof Pair, Stage>;

const shortened = ({ ours, other }: Stages): Stages => ({
  ours: { ...ours, seconds: Math.min(WARM_UP_SECONDS, ours.seconds) },
  other: { ...other, seconds: Math.min(WARM_UP_SECONDS, other.seconds) },
});

async function pairOf(stages: Stages, contender: Contender<Stage>, round: number): Promise<Pair> {
  if (round % 2) {
    const first = await runOnce(stages.ours, contender);
    return { ours: first, other: await runOnce(stages.other, contender) };
  }
  const first = await runOnce(stages.other, contender);
  return { ours: await runOnce(stages.ours, contender), other: first };
}

const ratioOf = ({ ours, other }: Pair) => ours.perSecond / other.perSecond;

function tableOf(compared: Compared[]) {
  const rows = compared.map(({ name, pairs, ratio }) => {
    const ratios = pairs.map(ratioOf);
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    const of = (pick: (pair: Pair) => number) => whole(median(pairs.map(pick)));
    const p99 = median(pairs.map((pair) => pair.ours.p99 / pair.other.p99));
    return [
      name,
      of((pair) => pair.ours.perSecond),
      of((pair) => pair.other.perSecond),
      ratio.toFixed(3),
      `${least.toFixed(3)} - ${most.toFixed(3)}`,
      p99.toFixed(3),
    ];
  });
  return table(['contender', 'this per second', 'other per second', 'ratio', 'pairs', 'p99 ratio'], rows, [0]);
}

const withProcessor = ({ name, pairs }: Compared) => [
  { name: `${name}, this`, runs: pairs.map(({ ours }) => ours) },
  { name: `${name}, other`, runs: pairs.map(({ other }) => other) },
];
