/** What a second replica adds, when each has a fraction of a core and everything else has the rest. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { docker, type Project } from './project.mts';
import type { Crowd } from './crowd.mts';
import type { Row } from './table.mts';

/** Shares of a core, small enough to make this part the bottleneck on one computer. */
const MEASURED = [
  { service: 'gateway', kind: 'browse', cpus: '0.1', polls: 20 },
  // Reads, because a busy replica records waiting votes in larger batches, which makes up for its smaller share.
  { service: 'polls', kind: 'browse', cpus: '0.05', polls: 20 },
];
const RUN_MS = 8_000;
const WARM_MS = 2_000;
const SETTLE_MS = 3_000;
/** More than a replica answers between two of its time slices; otherwise the clients would be the limit. */
const VUS = 160;
/** The least that a second replica must add. */
const LEAST_RATIO = 1.3;

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** @param rounds one and two replicas are measured in each; the medians count */
export async function replicas(
  project: Project,
  crowd: Crowd,
  rounds: number,
): Promise<{ rows: Row[]; faults: string[] }> {
  const rows: Row[] = [];
  const faults: string[] = [];
  await project.scale({ gateway: 2, polls: 2 });
  for (const { service, kind, cpus, polls } of MEASURED) {
    const both = await project.containers(service, { running: true });
    const second = both.slice(1);
    const load = { kind, vus: VUS, polls };
    const limit = (share: string) => docker('update', '--cpus', share, ...both);
    /** Served requests per second by these containers. */
    const rateOf = async (running: string[]) => {
      await project.healthy(running);
      await delay(SETTLE_MS);
      const warmedUp = await crowd.traffic(WARM_MS, { ...load, polls: 40 });
      await warmedUp();
      const measured = await crowd.traffic(RUN_MS, { ...load, prepared: () => limit(cpus) });
      const { served, wrong, reasons } = await measured();
      await limit(String(availableParallelism()));
      if (wrong > 0) faults.push(`${running.length} x ${service}: ${wrong} requests failed: ${reasons[0]}`);
      return served;
    };
    const one: number[] = [];
    const two: number[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        await project.stop(second);
        one.push(await rateOf(both.slice(0, 1)));
        await project.start(second);
        two.push(await rateOf(both));
      }
    } finally {
      await limit(String(availableParallelism()));
      await project.start(second);
      await project.healthy(both);
    }
    const ratio = median(two) / median(one);
    rows.push({
      service,
      load: kind,
      'cores each': cpus,
      'one, served/s': Math.round(median(one)),
      'two, served/s': Math.round(median(two)),
      ratio: ratio.toFixed(2),
    });
    if (ratio < LEAST_RATIO) faults.push(`two replicas of ${service} serve ${ratio.toFixed(2)} times what one does`);
  }
  return { rows, faults };
}
