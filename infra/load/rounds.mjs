/** Runs the contenders in rounds, interleaved, so that what else the machine does falls on all of them alike. */
import { perUnit, processorSeconds } from './processor-time.mjs';
import { waitUntilQuiet } from './quiet.mjs';

/**
 * @typedef {object} RoundFacts
 * @property {number} round
 * @property {number} caughtUpMs how long background work went on after the last answer
 * @property {Record<string, number>} processorUs processor time of each part per unit of work, with that background
 *   work
 */
/** @typedef {import('./contenders.mjs').Run & RoundFacts} RoundRun */

/**
 * @param {import('./contenders.mjs').Stage} stage
 * @param {import('./contenders.mjs').Contender[]} contenders
 * @param {{ rounds: number, onRun: (contender: import('./contenders.mjs').Contender, run: RoundRun) => void }} options
 * @returns {Promise<Map<string, RoundRun[]>>} runs by contender
 */
export async function runRounds(stage, contenders, { rounds, onRun }) {
  /** @type {Map<string, RoundRun[]>} */
  const runs = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    await stage.database.query('checkpoint');
    for (const contender of rotated(contenders, round - 1)) {
      const before = processorSeconds(stage.launcher);
      const run = await contender.run(stage);
      // Work that a contender has put off is waited for, so that it does not fall on the next one.
      const caughtUpMs = await waitUntilQuiet(stage.database);
      const processorUs = perUnit(before, processorSeconds(stage.launcher), run.completed);
      if (run.generatorCpu !== undefined) processorUs['load generator'] = (run.generatorCpu * 1e6) / run.perSecond;
      const complete = { ...run, round, caughtUpMs, processorUs };
      runs.get(contender.name)?.push(complete);
      onRun(contender, complete);
    }
  }
  return runs;
}

/** @template T @param {T[]} list @param {number} by @returns {T[]} */
function rotated(list, by) {
  const start = (by * 3) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
