/** Replaces two replicas of gateway and polls one at a time under load, which no request may notice. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Project } from './project.mts';
import type { Crowd } from './crowd.mts';

const SERVICES = ['gateway', 'polls'];
const LEAD_MS = 4_000;
/** nginx asks for the gateways' addresses every two seconds. */
const SETTLE_MS = 4_000;
const TRAFFIC_MS = 120_000;

/** Leaves two replicas of each running. */
export async function rolling(project: Project, crowd: Crowd) {
  await project.scale(Object.fromEntries(SERVICES.map((service) => [service, 2])));
  await delay(SETTLE_MS);
  const ended = await crowd.traffic(TRAFFIC_MS);
  await delay(LEAD_MS);
  const startedAt = Date.now();
  for (const service of SERVICES) {
    for (const container of await project.containers(service, { running: true })) {
      await project.stop([container]);
      await project.start([container]);
      await project.healthy([container]);
      await delay(SETTLE_MS);
    }
  }
  const took = Date.now() - startedAt;
  const outcome = await ended();
  const faults = [];
  if (took + LEAD_MS > TRAFFIC_MS) faults.push(`rolling: it took ${Math.round(took / 1_000)} s, longer than the load`);
  if (outcome.wrong + outcome.unavailable > 0)
    faults.push(
      `rolling: ${outcome.wrong} requests failed and ${outcome.unavailable} were answered 503: ` +
        [...outcome.reasons, ...outcome.refused].slice(0, 5).join('; '),
    );
  return {
    row: {
      part: `${SERVICES.join(' and ')}, replaced in turn`,
      'seconds down': '0',
      requests: outcome.requests,
      'failed during': outcome.wrong,
      '503s': outcome.unavailable,
      'longest answer': `${(outcome.longest / 1_000).toFixed(1)} s`,
      ready: 'green',
      live: 'green',
      'recovered after': `(${Math.round(took / 1_000)} s in all)`,
    },
    faults,
  };
}
