/** What a second replica adds, where the first has a fraction of a processor and all else has the rest. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { docker, type Project } from './project.mts';
import type { Crowd } from './crowd.mts';

/** Shares of a core: small enough that this part is what limits, whatever else one computer runs. */
const MEASURED = [
  { service: 'gateway', kind: 'browse', cpus: '0.1', polls: 20 },
  // Reads: votes that wait for a busy replica are put together, so that one with half the processor has half the
  // batches.
  { service: 'polls', kind: 'browse', cpus: '0.05', polls: 20 },
];
const RUN_MS = 8_000;
const WARM_MS = 2_000;
const SETTLE_MS = 3_000;
/** More than one replica answers between two of its turns on the processor, or the clients would be the limit. */
const VUS = 160;
/** A second one that adds less is not worth having. */
const LEAST_RATIO = 1.3;

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** @param rounds in which one and two are measured in turn; the medians count */
export async function replicas(
  project: Project,
  crowd: Crowd,
  rounds: number,
): Promise<{ rows: Record<string, string | number>[]; faults: string[] }> {
  const rows = [];
  const faults: string[] = [];
  await project.scale({ gateway: 2, polls: 2 });
  for (const { service, kind, cpus, polls } of MEASURED) {
    const both = await project.containers(service, { running: true });
    const rates: Record<number, number[]> = { 1: [], 2: [] };
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const count of [1, 2]) {
          await (count === 1 ? project.stop([both[1]]) : project.start([both[1]]));
          await project.healthy(both.slice(0, count));
          await delay(SETTLE_MS);
          const load = { kind, vus: VUS, polls };
          await (
            await crowd.traffic(WARM_MS, { ...load, polls: 40 })
          )();
          const limit = (share: string) => docker('update', '--cpus', share, ...both);
          const { served, wrong, reasons } = await (
            await crowd.traffic(RUN_MS, { ...load, prepared: () => limit(cpus) })
          )();
          await limit(String(availableParallelism()));
          if (wrong > 0) faults.push(`${count} x ${service}: ${wrong} requests failed: ${reasons[0]}`);
          rates[count].push(served);
        }
      }
    } finally {
      await docker('update', '--cpus', String(availableParallelism()), ...both);
      await project.start([both[1]]);
      await project.healthy(both);
    }
    const ratio = median(rates[2]) / median(rates[1]);
    rows.push({
      service,
      load: kind,
      'cores each': cpus,
      'one, served/s': Math.round(median(rates[1])),
      'two, served/s': Math.round(median(rates[2])),
      ratio: ratio.toFixed(2),
    });
    if (ratio < LEAST_RATIO) faults.push(`two replicas of ${service} serve ${ratio.toFixed(2)} times what one does`);
  }
  return { rows, faults };
}
