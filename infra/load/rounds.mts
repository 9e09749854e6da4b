/** Runs the contenders in rounds, interleaved, so that what else the machine does falls on all of them alike. */
import { perUnit, processorSeconds } from './processor-time.mts';
import { waitUntilQuiet } from './quiet.mts';
import type { Contender, Run, Stage } from './contenders.mts';

export interface RoundFacts {
  round: number;
  /** How long background work went on after the last answer. */
  caughtUpMs: number;
  /** Processor time of each part per unit of work, with that background work. */
  processorUs: Record<string, number>;
}
export type RoundRun = Run & RoundFacts;

/** @returns runs by contender */
export async function runRounds<Needed extends Stage>(
  stage: Needed,
  contenders: Contender<Needed>[],
  { rounds, onRun }: { rounds: number; onRun: (contender: Contender<Needed>, run: RoundRun) => void },
): Promise<Map<string, RoundRun[]>> {
  const runs: Map<string, RoundRun[]> = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    await stage.database.query('checkpoint');
    for (const contender of rotated(contenders, round - 1)) {
      const complete = { ...(await runOnce(stage, contender)), round };
      runs.get(contender.name)?.push(complete);
      onRun(contender, complete);
    }
  }
  return runs;
}

/** Runs a contender, and waits for the work that it has put off, so that it does not fall on the next one. */
export async function runOnce<Needed extends Stage>(
  stage: Needed,
  contender: Contender<Needed>,
): Promise<Omit<RoundRun, 'round'>> {
  const before = processorSeconds(stage.launcher);
  const run = await contender.run(stage);
  const caughtUpMs = await waitUntilQuiet(stage.database);
  const processorUs = perUnit(before, processorSeconds(stage.launcher), run.completed);
  if (run.generatorCpu !== undefined) processorUs['load generator'] = (run.generatorCpu * 1e6) / run.perSecond;
  return { ...run, caughtUpMs, processorUs };
}

function rotated<T>(list: T[], by: number): T[] {
  const start = (by * 3) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
